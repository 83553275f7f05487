import workletUrl from "@timbre/ui/audio/recorder/capture-worklet.js?url";
import { meterLevel } from "@timbre/ui/audio/recorder/recorder-samples.ts";
import type { LiveMicrophone } from "./live-session.ts";

/** What speech is sampled at. A browser that can't convert to it sends its own rate. */
const wantedRate = 16_000;

/** Opens the microphone and calls `onAudio` with each piece of audio. Also records it, so that it can be saved. */
export async function openLiveMicrophone(onAudio: (samples: Float32Array) => void): Promise<LiveMicrophone> {
	if (!navigator.mediaDevices?.getUserMedia || typeof AudioWorkletNode === "undefined")
		throw new DOMException("recording is not supported", "NotSupportedError");
	const stream = await navigator.mediaDevices.getUserMedia({
		audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
	});
	let context: AudioContext | undefined;
	let recorder: MediaRecorder | undefined;
	const parts: Blob[] = [];
	let level = 0;
	const close = () => {
		for (const track of stream.getTracks()) track.stop();
		void context?.close().catch(() => undefined);
	};
	try {
		const connected = await connect(stream);
		context = connected.context;
		connected.capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
			level = meterLevel(data);
			onAudio(data);
		};
		recorder = new MediaRecorder(stream, { audioBitsPerSecond: 64_000 });
		recorder.addEventListener("dataavailable", (event) => parts.push(event.data));
		recorder.start();
	} catch (error) {
		close();
		throw error;
	}
	const recording = recorder;
	return {
		sampleRate: context.sampleRate,
		level: () => level,
		finish: () =>
			new Promise((resolve) => {
				const done = () => {
					close();
					resolve(new Blob(parts, { type: recording.mimeType }));
				};
				// Unplugging the microphone has already ended the recording.
				if (recording.state === "inactive") return done();
				recording.addEventListener("stop", done);
				recording.stop();
			}),
		close() {
			if (recording.state !== "inactive") recording.stop();
			close();
		},
	};
}

async function connect(stream: MediaStream): Promise<{ context: AudioContext; capture: AudioWorkletNode }> {
	const open = async (options: AudioContextOptions) => {
		const context = new AudioContext(options);
		try {
			const source = context.createMediaStreamSource(stream);
			await context.audioWorklet.addModule(workletUrl);
			const capture = new AudioWorkletNode(context, "capture", { numberOfOutputs: 0 });
			source.connect(capture);
			await context.resume();
			return { context, capture };
		} catch (error) {
			void context.close().catch(() => undefined);
			throw error;
		}
	};
	// Firefox doesn't connect a microphone to a context with another rate.
	return open({ sampleRate: wantedRate }).catch(() => open({}));
}
