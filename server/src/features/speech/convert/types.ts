import type { DialogueBody, SpeechBody } from "@timbre/contract/speech/endpoints.ts";
import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import type { Generation } from "../generate/types.ts";
import type { Line, Plan } from "../plan/types.ts";

export type SpeechOptions = { format: OutputFormat; storeHistory: boolean };
export type SpeechInput = SpeechOptions & { voiceId: string; body: SpeechBody };
export type DialogueInput = SpeechOptions & { body: DialogueBody };

export type PreparedSpeech = { generation: Generation; plan: Plan; lines: Line[] };
