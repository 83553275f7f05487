import type { VoicePreviews } from "@timbre/contract/voices.design.ts";
import { readDraft, writeDraft } from "../../../lib/draft.ts";

/** The last voices that were offered and what was asked for, for who leaves the page and comes back. */
type KeptDesign = { description: string; result: VoicePreviews };

const name = "voice-design-result";
/** As long as the server keeps previews. */
const keptMs = 24 * 3_600_000;

export function keepDesign(design: KeptDesign, nowMs = Date.now()): void {
	writeDraft(name, JSON.stringify({ ...design, until: nowMs + keptMs }));
}

export function readKeptDesign(nowMs = Date.now()): KeptDesign | undefined {
	try {
		const { until, ...design } = JSON.parse(readDraft(name)) as KeptDesign & { until: number };
		return until > nowMs ? design : undefined;
	} catch {
		return undefined;
	}
}
