import { queryOptions, useQuery } from "@tanstack/react-query";
import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { AudioLines } from "lucide-react";
import { Link } from "react-router";
import { call } from "../../lib/api/api.ts";
import { speechPath } from "../../lib/session/redirect.ts";
import { ago } from "../../lib/text/format.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { useUser } from "../../shell/session/session.ts";
import { RowPlayButton } from "./components/row-play-button.tsx";
import { RowWave } from "./components/row-wave.tsx";
import { historyKey } from "./history.public.ts";

const latestCount = 6;

const latestQuery = (userId: string) =>
	queryOptions({
		queryKey: [...historyKey, "latest", userId],
		queryFn: async ({ signal }) =>
			(await call(historyPaths.listHistory, { query: { page_size: latestCount, user_id: userId }, signal })).history,
		enabled: userId !== "",
	});

/** The user's own latest generations, with play buttons. */
export function LatestGenerations() {
	const latest = useQuery(latestQuery(useUser()?.id ?? ""));
	if (latest.isPending) {
		return (
			<Card aria-busy="true" className="flex flex-col gap-3 p-4">
				<p className="sr-only">Loading latest generations</p>
				<Skeleton className="h-10" />
				<Skeleton className="h-10" />
				<Skeleton className="h-10" />
			</Card>
		);
	}
	if (latest.isError) {
		return (
			<Card>
				<LoadFailure title="Couldn't load the latest generations" query={latest} />
			</Card>
		);
	}
	if (latest.data.length === 0) {
		return (
			<Card>
				<EmptyState icon={<AudioLines aria-hidden="true" />} title="No generations yet" className="py-10">
					Type a sentence above and generate speech. Your generations appear here.
				</EmptyState>
			</Card>
		);
	}
	return (
		<Card>
			<ul>
				{latest.data.map((item) => (
					<LatestRow key={item.history_item_id} item={item} />
				))}
			</ul>
		</Card>
	);
}

function LatestRow({ item }: { item: HistoryItem }) {
	return (
		<li className="flex items-center gap-3 border-line border-b px-4 py-2.5 last:border-b-0">
			<RowPlayButton item={item} />
			<div className="min-w-0 flex-1">
				<p className="line-clamp-1 break-words" title={item.text.slice(0, 300)}>
					<Link
						to={`${speechPath}?item=${item.history_item_id}`}
						prefetch="intent"
						className="underline-offset-2 hover:underline"
					>
						{item.text.slice(0, 300)}
					</Link>
				</p>
				<p className="mt-0.5 flex items-center gap-1.5 text-[13px] text-muted">
					<VoiceOrb voiceId={item.voice_id} size={12} />
					<span className="truncate" title={`${item.voice_name}, ${ago(item.date_unix)}`}>
						{item.voice_name}, {ago(item.date_unix)}
					</span>
				</p>
			</div>
			<div className="w-44 shrink-0 max-lg:hidden">
				<RowWave item={item} />
			</div>
			<span className="w-9 shrink-0 text-right text-[13px] text-muted tabular">
				{formatTime(item.duration_seconds)}
			</span>
		</li>
	);
}

/** The user's most recent generation, to continue with; renders nothing if there is none. */
export function LastGeneration() {
	const { data } = useQuery(latestQuery(useUser()?.id ?? ""));
	const item = data?.[0];
	if (!item) return null;
	return (
		<Card className="flex items-center gap-3 p-4">
			<RowPlayButton item={item} size="medium" />
			<Link to={`${speechPath}?item=${item.history_item_id}`} prefetch="intent" className="group min-w-0 flex-1">
				<span className="block text-[13px] text-muted">Generated {ago(item.date_unix)}</span>
				<span
					className="line-clamp-2 break-words underline-offset-2 group-hover:underline"
					title={item.text.slice(0, 300)}
				>
					{item.text.slice(0, 300)}
				</span>
			</Link>
		</Card>
	);
}
