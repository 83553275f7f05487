import { useInfiniteQuery } from "@tanstack/react-query";
import { isUnfinished } from "@timbre/contract/transcription/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { FileText } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { useDebouncedValue } from "../../../lib/forms/use-debounced-value.ts";
import { useSyncUrlParams } from "../../../lib/page/use-sync-url-params.ts";
import { ListEnd } from "../../../shell/page/list-end.tsx";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { useRefreshedCredits } from "../../usage/usage.public.ts";
import { deletes, transcriptPages, useCancelTranscript, useDeleteTranscript } from "../transcription.queries.ts";
import { TranscriptRow } from "./transcript-row.tsx";

/** The workspace's transcripts, with those in progress. */
export function TranscriptList() {
	const [params] = useSearchParams();
	const [search, setSearch] = useState(params.get("search") ?? "");
	const wanted = useDebouncedValue(search.trim());
	useSyncUrlParams(wanted, writeSearch);
	const pages = useInfiniteQuery(transcriptPages(wanted));
	const hidden = useSyncExternalStore(deletes.subscribe, deletes.hidden, deletes.hidden);
	const cancel = useCancelTranscript();
	const remove = useDeleteTranscript();
	const transcripts = (pages.data?.pages.flatMap((page) => page.transcripts) ?? []).filter(
		({ transcription_id }) => !hidden.has(transcription_id),
	);
	useRefreshedCredits(transcripts.filter(({ state }) => isUnfinished(state)).length);
	const searching = wanted !== "" || search !== "";
	return (
		<section aria-labelledby="transcripts-title">
			<div className="mb-3 flex flex-wrap items-center justify-between gap-3">
				<h2 id="transcripts-title" className="font-medium text-[15px]">
					Transcripts
				</h2>
				{transcripts.length > 0 || searching ? (
					<SearchInput
						label="Search transcripts"
						className="w-full sm:w-72"
						value={search}
						onChange={(event) => setSearch(event.target.value)}
					/>
				) : null}
			</div>
			{pages.isPending ? <Loading /> : null}
			{pages.isError && transcripts.length === 0 ? (
				<LoadFailure title="Couldn't load transcripts" query={pages} />
			) : null}
			{pages.isSuccess && transcripts.length === 0 ? (
				<Empty searching={searching} onClear={() => setSearch("")} />
			) : null}
			{transcripts.length > 0 ? (
				<ul aria-label="Transcripts" className="overflow-hidden rounded-card border border-line bg-raised">
					{transcripts.map((transcript) => (
						<TranscriptRow
							key={transcript.transcription_id}
							transcript={transcript}
							canceling={cancel.isPending && cancel.variables === transcript.transcription_id}
							onCancel={() => cancel.mutate(transcript.transcription_id)}
							onDelete={() => remove(transcript.transcription_id)}
						/>
					))}
				</ul>
			) : null}
			<ListEnd
				hasMore={pages.hasNextPage}
				loading={pages.isFetchingNextPage}
				onMore={() => void pages.fetchNextPage()}
			/>
		</section>
	);
}

function Empty({ searching, onClear }: { searching: boolean; onClear: () => void }) {
	if (searching) {
		return (
			<EmptyState title="No matching transcripts" action={<Button onClick={onClear}>Clear search</Button>}>
				Titles and texts are searched. Try fewer words.
			</EmptyState>
		);
	}
	return (
		<EmptyState
			icon={<FileText aria-hidden="true" />}
			title="No transcripts yet"
			className="rounded-card border border-line border-dashed py-10"
		>
			Finished transcripts appear here, ready to edit and export.
		</EmptyState>
	);
}

function writeSearch(params: URLSearchParams, search: string): URLSearchParams {
	const next = new URLSearchParams(params);
	if (search) next.set("search", search);
	else next.delete("search");
	return next;
}

function Loading() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading transcripts</p>
			<Skeleton className="h-16" />
			<Skeleton className="mt-2 h-16" />
		</div>
	);
}
