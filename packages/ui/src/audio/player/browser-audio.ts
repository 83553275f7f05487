import { createPeakReader, type Decode, peaksOf } from "../peaks.ts";
import type { AudioPlatform } from "./audio-engine.ts";
import { openMediaSourceSink } from "./live-sink.ts";

/** The engine's browser platform. Creates nothing until something is played. */
export function browserAudio({ warn }: { warn: (message: string) => void }): AudioPlatform {
	let element: HTMLAudioElement | undefined;
	let context: OfflineAudioContext | undefined;
	const decode: Decode = async (bytes) => {
		context ??= new OfflineAudioContext(1, 1, 44_100);
		const audio = await context.decodeAudioData(bytes);
		return { samples: audio.getChannelData(0), sampleRate: audio.sampleRate };
	};
	return {
		createAudio() {
			element = document.createElement("audio");
			element.preload = "auto";
			document.body.append(element);
			return element;
		},
		openSink: (mimeType) => openMediaSourceSink(mimeType, () => element?.currentTime ?? 0, warn),
		createPeakReader: () => createPeakReader(decode),
		async fetchPeaks(audio, signal) {
			const bytes = await (typeof audio === "string" ? download(audio, signal) : audio.arrayBuffer());
			const { samples, sampleRate } = await decode(bytes);
			return peaksOf(samples, sampleRate);
		},
		createUrl: (audio) => URL.createObjectURL(audio),
		revokeUrl: (url) => URL.revokeObjectURL(url),
	};
}

async function download(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
	const response = await fetch(url, { signal });
	if (!response.ok) throw new Error(`no audio at ${url}`);
	return response.arrayBuffer();
}
