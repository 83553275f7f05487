import { useQuery } from "@tanstack/react-query";
import { type QuotaMode, quotaLabel, remainingQuota } from "@timbre/contract/usage/rules.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useStored } from "../../../lib/storage/use-stored.ts";
import { count } from "../../../lib/text/format.ts";
import { subscriptionQuery } from "../usage.public.ts";

const dateLabel = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric" });
const modes: { value: QuotaMode; label: string }[] = [
	{ value: "used", label: "Used" },
	{ value: "remaining", label: "Remaining" },
];

/** The workspace's used or remaining credits in this period. */
export function QuotaCard() {
	const { data, isPending, isError } = useQuery(subscriptionQuery);
	const [stored, setMode] = useStored("quota-mode", "used");
	const mode: QuotaMode = stored === "remaining" ? "remaining" : "used";
	if (isPending) return <Skeleton className="h-36 rounded-card" />;
	if (isError) return null;
	const left = remainingQuota(data);
	const shown = mode === "used" ? data.character_count : Math.max(0, left);
	const label = quotaLabel(mode);
	return (
		<Card className="p-5">
			<div className="flex flex-wrap items-start justify-between gap-4">
				<div aria-live="polite">
					<p className="text-muted">{label}</p>
					<p className="mt-1 font-semibold text-2xl tabular tracking-tight">
						{count(shown)}
						<span className="ml-2 font-normal text-base text-muted">of {count(data.character_limit)} credits</span>
					</p>
				</div>
				<fieldset className="flex rounded-control border border-line p-0.5">
					<legend className="sr-only">Show quota as</legend>
					{modes.map(({ value, label: name }) => (
						<button
							key={value}
							type="button"
							aria-pressed={mode === value}
							onClick={() => setMode(value)}
							className={cn(
								"h-7 rounded-md px-2.5 font-medium text-[13px] text-muted transition-colors hover:text-ink",
								mode === value && "bg-hover text-ink",
							)}
						>
							{name}
						</button>
					))}
				</fieldset>
			</div>
			<Progress
				label={`${label}: ${count(shown)} of ${count(data.character_limit)} credits`}
				value={shown}
				max={data.character_limit}
				className="mt-4 h-1.5 [&>div]:bg-ink"
			/>
			<p className="mt-3 text-[13px] text-muted">
				{data.next_character_count_reset_unix === null
					? "Credits don't renew."
					: `Credits renew on ${dateLabel.format(data.next_character_count_reset_unix * 1000)}.`}
				{left < 0 ? ` ${count(-left)} over the limit.` : ""}
			</p>
		</Card>
	);
}
