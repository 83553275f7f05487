const maxWaitMs = 10_000;
/** Some recordings of a browser have no length until they are read to the end. */
const farSeconds = 1e7;

const atOnce = 4;

/** Reads the lengths of files, a few at a time, and reports those it can tell. */
export async function readLengths(files: readonly File[], onLength: (file: File, seconds: number) => void) {
	const waiting = [...files];
	const read = async () => {
		for (let file = waiting.shift(); file; file = waiting.shift()) {
			const seconds = await mediaSeconds(file);
			if (seconds !== undefined) onLength(file, seconds);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, read));
}

/** The length of an audio or video file. Undefined if the browser can't play it; the server may still read it. */
function mediaSeconds(file: Blob): Promise<number | undefined> {
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
