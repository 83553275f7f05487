import { useQuery } from "@tanstack/react-query";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { count, counted } from "../../../lib/text/format.ts";
import { seatsQuery } from "../workspace.queries.ts";

/** How many seats are used and left. */
export function Seats() {
	const { data, isPending } = useQuery(seatsQuery);
	if (isPending) return <Skeleton className="h-10" />;
	if (!data) return null;
	const used = data.max_seats - data.available_seats;
	return (
		<div>
			<div className="flex flex-wrap justify-between gap-x-4 tabular">
				<p className="font-medium">
					{count(used)} of {counted(data.max_seats, "seat")} used
				</p>
				<p className="text-muted">
					{data.available_seats > 0 ? `${count(data.available_seats)} left` : "None left"}
					{data.pending_invites > 0 ? `, ${counted(data.pending_invites, "pending invitation")} counted as used` : ""}
				</p>
			</div>
			<Progress
				label={`${count(used)} of ${counted(data.max_seats, "seat")} used`}
				value={used}
				max={data.max_seats}
				className="mt-2 h-1.5 [&>div]:bg-ink"
			/>
			{data.available_seats > 0 ? null : (
				<p className="mt-2 text-[13px] text-muted">
					To invite someone, remove a member, revoke an invitation or upgrade to a plan with more seats.
				</p>
			)}
		</div>
	);
}
