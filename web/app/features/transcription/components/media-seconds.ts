const maxWaitMs = 10_000;
/** Some recordings of a browser have no length until they are read to the end. */
const farSeconds = 1e7;

/** The length of an audio or video file. Undefined if the browser can't play it; the server may still read it. */
export function mediaSeconds(file: Blob): Promise<number | undefined> {
	const url = URL.createObjectURL(file);
	const element = document.createElement("video");
	return new Promise<number | undefined>((resolve) => {
		const timer = setTimeout(() => resolve(undefined), maxWaitMs);
		const finish = (seconds: number | undefined) => {
			clearTimeout(timer);
			resolve(seconds);
		};
		const check = () => {
			if (Number.isFinite(element.duration) && element.duration > 0) finish(element.duration);
			else element.currentTime = farSeconds;
		};
		element.preload = "metadata";
		element.muted = true;
		element.addEventListener("loadedmetadata", check);
		element.addEventListener("durationchange", () => {
			if (Number.isFinite(element.duration) && element.duration > 0) finish(element.duration);
		});
		element.addEventListener("error", () => finish(undefined));
		element.src = url;
	}).finally(() => {
		element.removeAttribute("src");
		element.load();
		URL.revokeObjectURL(url);
	});
}
