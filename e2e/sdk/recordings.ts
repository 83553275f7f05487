// Synthetic recordings by espeak-ng, which comes with the server and whose voices are easy to distinguish.
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import { createEspeakEngine } from "@timbre/engines/speech/providers/espeak.ts";

const engine = createEspeakEngine();
const engineRate = 22_050;

export async function recordingOf(text: string, speaker = "en-us", language = "en-US"): Promise<Buffer> {
	const { pcm } = await engine.synthesize({ text, speaker, language, speed: 1 });
	const encoder = await createEncoder("wav_16000", engineRate);
	return finishWav(Buffer.concat([encoder.push(pcm), encoder.flush()]));
}

export const storyText =
	"The harbour lay quiet under a thin fog, and the first boats of the morning were already far out beyond the light. " +
	"Nobody had told the gardener that the roses were to be moved, so he watered them as he had done for thirty years.";

export async function sampleFile(name = "sample.wav", text = storyText, speaker?: string): Promise<File> {
	return new File([Uint8Array.from(await recordingOf(text, speaker))], name, { type: "audio/wav" });
}
