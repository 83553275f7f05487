/** Somewhere to put bytes that are played while more are coming. */
export type LiveSink = {
	url: string;
	append: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>;
	end: () => void;
	close: () => void;
};

const keepBehindSeconds = 30;

/** A MediaSource as a sink, or null where the browser cannot do it for this kind of sound. */
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
	// Appends follow one another: a SourceBuffer refuses work while it is busy.
	let tail: Promise<void> = opened;

	async function write(chunk: Uint8Array<ArrayBuffer>): Promise<void> {
		while (!closed && buffer && media.readyState === "open") {
			try {
				buffer.appendBuffer(chunk);
				await settled(buffer);
				return;
			} catch (error) {
				if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
				await makeRoom(buffer);
			}
		}
		// The browser may close a source by itself. The bytes are collected all the same, so nothing is lost but liveness.
		if (closed || warned || media.readyState === "open") return;
		warned = true;
		warn(`The media source is ${media.readyState}: a chunk of ${chunk.byteLength} bytes was not appended.`);
	}

	// The browser keeps some minutes only; what was heard goes first, and else we wait for it to be heard.
	async function makeRoom(full: SourceBuffer): Promise<void> {
		const heard = position() - keepBehindSeconds;
		if (heard > 1 && full.buffered.length > 0 && full.buffered.start(0) < heard - 1) {
			full.remove(0, heard);
			await settled(full);
		} else {
			await new Promise((resolve) => setTimeout(resolve, 500));
		}
	}

	return {
		url,
		// Not awaited as a whole: the reader must be able to collect all bytes even while playback is paused and the buffer full.
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

function settled(buffer: SourceBuffer): Promise<void> {
	return new Promise((resolve, reject) => {
		const done = () => {
			buffer.removeEventListener("updateend", done);
			buffer.removeEventListener("error", failed);
			resolve();
		};
		const failed = () => {
			buffer.removeEventListener("updateend", done);
			buffer.removeEventListener("error", failed);
			reject(new Error("The browser refused a part of the sound."));
		};
		buffer.addEventListener("updateend", done);
		buffer.addEventListener("error", failed);
	});
}
