import type { VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import { readDraft, writeDraft } from "../../../../lib/forms/draft.ts";

/** The last previews and their description, so they survive leaving the page. */
type StoredDesign = { description: string; result: VoicePreviews };

const name = "voice-design-result";
/** Previews expire on the server after the same time. */
const ttlMs = 24 * 3_600_000;

export function storeDesign(design: StoredDesign, nowMs = Date.now()): void {
	writeDraft(name, JSON.stringify({ ...design, until: nowMs + ttlMs }));
}

export function loadStoredDesign(nowMs = Date.now()): StoredDesign | undefined {
	try {
		const { until, ...design } = JSON.parse(readDraft(name)) as StoredDesign & { until: number };
		return until > nowMs ? design : undefined;
	} catch {
		return undefined;
	}
}
