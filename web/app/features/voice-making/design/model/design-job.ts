import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { DesignJob } from "@timbre/contract/voice-making/design-jobs.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";

export type Understood = ResponseOf<typeof voiceMakingEndpoints.understandDescription>;

export function isUnfinished({ state }: Pick<DesignJob, "state">): boolean {
	return state === "queued" || state === "running";
}

/** Progress in words: "Queued" or "Generating previews, 1 of 3 ready". */
export function formatProgress({ state, previews_done, previews_total }: DesignJob): string {
	if (state === "queued") return "Queued";
	return `Generating previews, ${previews_done} of ${previews_total} ready`;
}

/** What the description requests: "male, low pitch", and what of it this server can't do or doesn't use. */
export function formatUnderstood({ traits, not_understood }: Understood): { used: string; unused: string } {
	const named = ({ trait, asked }: Understood["traits"][number]) =>
		trait === "gender" || trait === "age" || trait === "language" ? asked : `${asked} ${trait}`;
	return {
		used: traits
			.filter(({ available }) => available)
			.map(named)
			.join(", "),
		unused: [...traits.filter(({ available }) => !available).map(named), ...not_understood].join(", "),
	};
}
