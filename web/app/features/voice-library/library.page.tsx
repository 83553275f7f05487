import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { LibraryVoice, LibraryPage as ResultPage } from "@timbre/contract/voice-library/endpoints.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { LibraryBig } from "lucide-react";
import { Suspense, useCallback, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useDebouncedValue } from "../../lib/forms/use-debounced-value.ts";
import { lazyPart } from "../../lib/page/lazy-part.ts";
import { useSyncUrlParams } from "../../lib/page/use-sync-url-params.ts";
import { count, counted } from "../../lib/text/format.ts";
import { ListEnd } from "../../shell/page/list-end.tsx";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { formatLabel } from "../voices/voices.format.public.ts";
import { VoiceRowsLoading } from "../voices/voices.list.public.tsx";
import { previewProgressQuery } from "../voices/voices.refresh.public.ts";
import { LibraryDetail } from "./components/library-detail.tsx";
import { LibraryFilters, LibraryOrder } from "./components/library-filters.tsx";
import { LibraryFrame } from "./components/library-frame.tsx";
import { LibraryRow } from "./components/library-row.tsx";
import { Trending } from "./components/trending.tsx";
import {
	hasLibraryFilters,
	type LibraryFilter,
	librarySort,
	noLibraryFilter,
	readLibraryFilter,
	writeLibraryFilter,
} from "./model/library-filter.ts";
import { libraryPages, trendingQuery } from "./voice-library.queries.ts";

const SimilarDialog = lazyPart(async () => (await import("./components/similar-dialog.tsx")).SimilarDialog);

export const meta = () => [{ title: "Voice library - Timbre" }];

export default function LibraryPage() {
	const [params, setParams] = useSearchParams();
	const [filter, setFilter] = useState(() => readLibraryFilter(params));
	const settled = useDebouncedValue(filter);
	useSyncUrlParams(settled, writeLibraryFilter);
	const open = useCallback(
		(voice: LibraryVoice | null) =>
			setParams((current) => {
				if (voice) {
					current.set("owner", voice.public_owner_id);
					current.set("voice", voice.voice_id);
				} else {
					current.delete("owner");
					current.delete("voice");
				}
				return current;
			}),
		[setParams],
	);
	const { data: progress } = useQuery(previewProgressQuery);
	const pages = useInfiniteQuery({ ...libraryPages(settled), refetchInterval: progress?.running ? 10_000 : false });
	const voices = pages.data?.pages.flatMap((page) => page.voices) ?? [];
	const narrowed = hasLibraryFilters(settled);
	const { data: trending } = useQuery(trendingQuery);
	// Don't repeat the trending voices at the top of the list.
	const promoted = narrowed || librarySort(settled) !== "trending" ? undefined : trending?.voices;
	const listed = promoted
		? voices.filter((voice) => !promoted.some((other) => other.voice_id === voice.voice_id))
		: voices;
	const [byRecording, setByRecording] = useState(false);
	const ownerId = params.get("owner");
	const voiceId = params.get("voice");
	return (
		<LibraryFrame
			title="Voice library"
			description="Play a preview, open a voice for details, or add it to your voices."
		>
			<LibraryFilters value={filter} onChange={setFilter} onRecording={() => setByRecording(true)} />
			{narrowed ? null : <Trending onOpen={open} />}
			{pages.isPending ? <VoiceRowsLoading /> : null}
			{pages.isError && voices.length === 0 ? <LoadFailure title="Couldn't load the library" query={pages} /> : null}
			{pages.data ? (
				<section
					aria-label="Voices found"
					aria-busy={pages.isPlaceholderData}
					className={cn("mt-8 transition-opacity", pages.isPlaceholderData && "opacity-60")}
				>
					<div className="mb-1 flex items-center justify-between gap-4 max-sm:gap-2">
						<div className="min-w-0 sm:flex sm:items-baseline sm:gap-3">
							<h2 className="font-medium">{promoted?.length ? "More voices" : "Voices"}</h2>
							<ResultSummary found={pages.data.pages[0]} />
						</div>
						<LibraryOrder value={filter} onChange={setFilter} />
					</div>
					{voices.length === 0 && !pages.isPlaceholderData ? (
						<NoResults filter={settled} onClear={() => setFilter(noLibraryFilter)} />
					) : (
						<ul aria-label="Voices">
							{listed.map((voice) => (
								<LibraryRow key={`${voice.public_owner_id} ${voice.voice_id}`} voice={voice} onOpen={open} />
							))}
						</ul>
					)}
					<ListEnd hasMore={pages.hasNextPage} loading={pages.isFetchingNextPage} onMore={pages.fetchNextPage} />
				</section>
			) : null}
			<Suspense fallback={null}>
				{byRecording ? <SimilarDialog onOpen={open} onClose={() => setByRecording(false)} /> : null}
			</Suspense>
			<LibraryDetail
				opened={ownerId && voiceId ? { ownerId, voiceId } : null}
				known={voices.find((voice) => voice.voice_id === voiceId && voice.public_owner_id === ownerId)}
				onOpen={open}
				onClose={() => open(null)}
			/>
		</LibraryFrame>
	);
}

/** Shows the result count and how the search was interpreted, so people can refine it. */
function ResultSummary({ found }: { found: ResultPage | undefined }) {
	if (!found) return null;
	const { understood } = found;
	const filters = Object.values(understood?.filters ?? {}).map(formatLabel);
	const words = understood?.words ?? [];
	return (
		<p role="status" className="text-[13px] text-muted tabular">
			{found.total_count_capped ? `${count(found.total_count)}+ voices` : counted(found.total_count, "voice")}
			{filters.length > 0 ? `, filtered by ${filters.join(", ")}` : null}
			{filters.length > 0 && words.length > 0 ? `, matching ${words.join(", ")}` : null}
		</p>
	);
}

function NoResults({ filter, onClear }: { filter: LibraryFilter; onClear: () => void }) {
	if (!hasLibraryFilters(filter)) {
		return (
			<EmptyState
				icon={<LibraryBig aria-hidden="true" />}
				title="The library is empty"
				action={
					<Button asChild>
						<Link to="/app/default-voices">Browse default voices</Link>
					</Button>
				}
			>
				Shipped voices and voices that people publish appear here.
			</EmptyState>
		);
	}
	return (
		<EmptyState title="No matching voices" action={<Button onClick={onClear}>Clear filters</Button>}>
			Try fewer words, or another language or accent.
		</EmptyState>
	);
}
