import { useQuery } from "@tanstack/react-query";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { count } from "../../../../lib/text/format.ts";
import { subscriptionQuery } from "../../../usage/usage.public.ts";
import { formatLimits, type VoiceCounts } from "../model/limit-text.ts";

/** Voice slots and monthly edits left on the plan. */
export function VoiceLimits() {
	const { data } = useQuery(subscriptionQuery);
	return data ? <Limits counts={data} /> : null;
}

function Limits({ counts }: { counts: VoiceCounts }) {
	const full = counts.voice_slots_used >= counts.voice_limit;
	return (
		<div className="mb-5 flex flex-col gap-2 rounded-card border border-line bg-raised px-4 py-3">
			<p className="text-[13px] tabular">
				{formatLimits(counts)}
				{full ? <span className="text-muted">. Delete a voice to make room for another.</span> : null}
			</p>
			<Progress
				label={`${count(counts.voice_slots_used)} of ${count(counts.voice_limit)} voices`}
				value={counts.voice_slots_used}
				max={counts.voice_limit}
				className="[&>div]:bg-ink"
			/>
		</div>
	);
}
