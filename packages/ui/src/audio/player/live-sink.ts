/** Accepts bytes that are played while more arrive. */
export type LiveSink = {
	url: string;
	append: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>;
	end: () => void;
	close: () => void;
};

const retainedSeconds = 30;

/** A sink based on MediaSource, or null if the browser cannot stream this type. */
export function openMediaSourceSink(
	mimeType: string,
	position: () => number,
	warn: (message: string) => void,
): LiveSink | null {
	if (typeof MediaSource === "undefined" || !MediaSource.isTypeSupported(mimeType)) return null;
	const media = new MediaSource();
	const url = URL.createObjectURL(media);
	let buffer: SourceBuffer | undefined;
	let closed = false;
	let ended = false;
	let warned = false;
	const opened = new Promise<void>((resolve) => {
		media.addEventListener("sourceopen", () => resolve(), { once: true });
	}).then(() => {
		if (!closed) buffer = media.addSourceBuffer(mimeType);
	});
	// Appends run one at a time: a busy SourceBuffer throws.
	let tail: Promise<void> = opened;

	async function write(chunk: Uint8Array<ArrayBuffer>): Promise<void> {
		while (!closed && buffer && media.readyState === "open") {
			try {
				buffer.appendBuffer(chunk);
				await updateEnd(buffer);
				return;
			} catch (error) {
				if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
				await makeRoom(buffer);
			}
		}
		// The browser may close the source. The bytes are still collected, so only live playback is lost.
		if (closed || warned || media.readyState === "open") return;
		warned = true;
		warn(`The media source is ${media.readyState}: a chunk of ${chunk.byteLength} bytes was not appended.`);
	}

	// The browser buffers only a few minutes: remove what was played, or wait until more is played.
	async function makeRoom(full: SourceBuffer): Promise<void> {
		const played = position() - retainedSeconds;
		if (played > 1 && full.buffered.length > 0 && full.buffered.start(0) < played - 1) {
			full.remove(0, played);
			await updateEnd(full);
		} else {
			await new Promise((resolve) => setTimeout(resolve, 500));
		}
	}

	return {
		url,
		// Not awaited: the reader must collect all bytes even while playback is paused and the buffer is full.
		append(chunk) {
			tail = tail.then(() => write(chunk)).catch(() => undefined);
			return Promise.resolve();
		},
		end() {
			ended = true;
			void tail.then(() => {
				if (!closed && ended && media.readyState === "open") media.endOfStream();
			});
		},
		close() {
			closed = true;
		},
	};
}

function updateEnd(buffer: SourceBuffer): Promise<void> {
	return new Promise((resolve, reject) => {
		const done = () => {
			buffer.removeEventListener("updateend", done);
			buffer.removeEventListener("error", failed);
			resolve();
		};
		const failed = () => {
			buffer.removeEventListener("updateend", done);
			buffer.removeEventListener("error", failed);
			reject(new Error("The browser rejected an audio chunk."));
		};
		buffer.addEventListener("updateend", done);
		buffer.addEventListener("error", failed);
	});
}
