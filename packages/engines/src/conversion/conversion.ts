// Voice conversion: a recording spoken by another voice. Two ways are included, and neither copies a person:
// - "revoice" transcribes the recording and speaks the words again with the target voice, in the rhythm and loudness of the
//   recording. Laughs, sighs and acting are lost.
// - "reshape" moves pitch and formants of the recording into the range of the target voice. The acting stays, but the
//   result does not sound like the target person.
// A neural conversion model can be installed as a third way, "convert" (providers/onnx.ts).
import type { SpeechVoice } from "../node/protocol.ts";
import type { Traits } from "../voices/measure/traits.ts";

/** A word of the recording, in seconds from its start. */
export type SpokenWord = { text: string; start: number; end: number };

export type RevoiceRequest = {
	/** The rate of the recording, mono 16-bit PCM. */
	sampleRate: number;
	words: readonly SpokenWord[];
	voice: SpeechVoice;
	seed?: number;
};

/** Audio that a speech node has converted: mono 16-bit PCM. */
export type Converted = { sampleRate: number; pcm: Uint8Array };

/** How far the recording moves: factors of the pitch and of the formants. */
export type Reshaping = { pitch: number; formant: number };
export type ReshapeRequest = Reshaping & { sampleRate: number };

/** For an installed model, which hears the voice in a sentence that the node synthesizes. */
export type ConvertRequest = { sampleRate: number; voice: SpeechVoice };

/** The traits that reshaping compares. */
export type VoiceRange = Pick<Traits, "pitchHz" | "envelope">;
