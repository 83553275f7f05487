import type { Identity } from "../../core/http/context.ts";

export type VoiceoverCaller = Pick<Identity, "workspaceId" | "userId" | "role" | "via" | "apiKeyId">;
export type VoiceoverPath = { voiceover_id: string };
