import { meterLevel } from "./recorder-samples.ts";
import type { Microphone, RecorderPlatform } from "./recorder-state.ts";

/** The recorder's browser platform. */
export const browserRecorder: RecorderPlatform = { openMicrophone, now: () => performance.now() };

export async function decodeRecording(audio: Blob): Promise<{ samples: Float32Array; sampleRate: number }> {
	const decoded = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await audio.arrayBuffer());
	return { samples: decoded.getChannelData(0), sampleRate: decoded.sampleRate };
}

async function openMicrophone(): Promise<Microphone> {
	if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === "undefined") {
		throw new DOMException("recording is not supported", "NotSupportedError");
	}
	// Noise and echo processing in the browser changes the timbre of a voice. The server removes noise on request.
	const stream = await navigator.mediaDevices.getUserMedia({
		audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: true },
	});
	const context = new AudioContext();
	const analyser = context.createAnalyser();
	context.createMediaStreamSource(stream).connect(analyser);
	const samples = new Float32Array(analyser.fftSize);
	const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 192_000 });
	const parts: Blob[] = [];
	recorder.addEventListener("dataavailable", (event) => parts.push(event.data));
	const close = () => {
		for (const track of stream.getTracks()) track.stop();
		void context.close().catch(() => undefined);
	};
	recorder.start();
	return {
		level() {
			analyser.getFloatTimeDomainData(samples);
			return meterLevel(samples);
		},
		pause: () => recorder.state === "recording" && recorder.pause(),
		resume: () => recorder.state === "paused" && recorder.resume(),
		finish: () =>
			new Promise((resolve) => {
				recorder.addEventListener("stop", () => {
					close();
					resolve(new Blob(parts, { type: recorder.mimeType }));
				});
				// Unplugging the microphone has already ended the recording.
				if (recorder.state === "inactive") {
					close();
					resolve(new Blob(parts, { type: recorder.mimeType }));
				} else recorder.stop();
			}),
		close() {
			if (recorder.state !== "inactive") recorder.stop();
			close();
		},
	};
}
