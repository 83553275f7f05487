import { meterLevel } from "./recorder-sound.ts";
import type { Microphone, RecorderPlatform } from "./recorder-state.ts";

/** The recorder's platform in a real browser. */
export const browserRecorder: RecorderPlatform = {
	openMicrophone,
	async decode(sound) {
		const decoded = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await sound.arrayBuffer());
		return { samples: decoded.getChannelData(0), sampleRate: decoded.sampleRate };
	},
	now: () => performance.now(),
};

async function openMicrophone(): Promise<Microphone> {
	if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === "undefined") {
		throw new DOMException("no recording here", "NotSupportedError");
	}
	// The voice as it is: what browsers do against noise and echo changes its colour. The server removes noise when that is asked for.
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
		finish: () =>
			new Promise((resolve) => {
				recorder.addEventListener("stop", () => {
					close();
					resolve(new Blob(parts, { type: recorder.mimeType }));
				});
				// A microphone that was unplugged has ended the recording already.
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
