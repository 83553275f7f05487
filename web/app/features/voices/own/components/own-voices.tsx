import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { VoiceType } from "@timbre/contract/voices/own.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { useDebouncedValue } from "../../../../lib/forms/use-debounced-value.ts";
import { lazyPart } from "../../../../lib/page/lazy-part.ts";
import { useSyncUrlParams } from "../../../../lib/page/use-sync-url-params.ts";
import { counted } from "../../../../lib/text/format.ts";
import { ListEnd } from "../../../../shell/page/list-end.tsx";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { VoiceRowsLoading } from "../../voices.list.public.tsx";
import { previewProgressQuery } from "../../voices.refresh.public.ts";
import { useShareDialog } from "../../voices.sharing.public.ts";
import { hasFilters, readView, writeView } from "../model/own-view.ts";
import { isInTraining } from "../model/voice-state.ts";
import { ownVoicePages, useDeleteVoice } from "../own.queries.ts";
import { OwnFilters } from "./own-filters.tsx";
import { VoiceDetail } from "./voice-detail.tsx";
import type { VoiceMenuActions } from "./voice-menu.tsx";
import { VoiceRow } from "./voice-row.tsx";

const EditDialog = lazyPart(async () => (await import("./edit-dialog.tsx")).EditDialog);
const AddToCollectionDialog = lazyPart(
	async () => (await import("../../collections/components/add-to-collection-dialog.tsx")).AddToCollectionDialog,
);

type OwnVoicesProps = {
	/** Lists all types if omitted. */
	type?: VoiceType;
	/** Empty state of the page. */
	empty: ReactNode;
	withCategory?: boolean;
};

type Dialog = { kind: "edit" | "collect" | "share"; voice: Voice };

/** A paged, searchable list of usable voices. The filters live in the URL. */
export function OwnVoices({ type, empty, withCategory = false }: OwnVoicesProps) {
	const [params, setParams] = useSearchParams();
	const [view, setView] = useState(() => readView(params, type));
	const settled = useDebouncedValue(view);
	useSyncUrlParams(settled, writeView);
	const { data: progress } = useQuery(previewProgressQuery);
	const pages = useInfiniteQuery({
		...ownVoicePages(settled),
		// Poll while previews are rendered or voices are in training.
		refetchInterval: ({ state }) => {
			const training = state.data?.pages.some((page) => page.voices.some(isInTraining));
			return training ? 5_000 : progress?.running ? 10_000 : false;
		},
	});
	const voices = useMemo(() => pages.data?.pages.flatMap((page) => page.voices) ?? [], [pages.data]);
	const [dialog, setDialog] = useState<Dialog | null>(null);
	const ShareDialog = useShareDialog();
	const { mutate: remove } = useDeleteVoice();
	const opened = params.get("voice");

	const actions: VoiceMenuActions = useMemo(() => {
		const close = () =>
			setParams(
				(current) => {
					current.delete("voice");
					return current;
				},
				{ replace: true },
			);
		return {
			open: (voice) =>
				setParams((current) => {
					current.set("voice", voice.voice_id);
					return current;
				}),
			close,
			edit: (voice) => setDialog({ kind: "edit", voice }),
			collect: (voice) => setDialog({ kind: "collect", voice }),
			share: (voice) => setDialog({ kind: "share", voice }),
			remove: async (voice) => {
				if (!(await confirmDeletion(voice))) return;
				close();
				remove(voice);
			},
		};
	}, [setParams, remove]);

	const total = pages.data?.pages[0]?.total_count ?? 0;
	const nothing = pages.isSuccess && voices.length === 0 && !pages.isPlaceholderData;
	return (
		<>
			{nothing && !hasFilters(view) ? null : <OwnFilters value={view} onChange={setView} withCategory={withCategory} />}
			{pages.isPending ? <VoiceRowsLoading /> : null}
			{pages.isError && voices.length === 0 ? <LoadFailure title="Couldn't load voices" query={pages} /> : null}
			{nothing && !hasFilters(settled) ? empty : null}
			{nothing && hasFilters(settled) ? (
				<EmptyState
					title="No matching voices"
					action={
						<Button onClick={() => setView({ ...view, search: "", language: "", category: "" })}>Clear filters</Button>
					}
				>
					Try fewer words or another language.
				</EmptyState>
			) : null}
			{voices.length > 0 ? (
				<section
					aria-label="Voices found"
					aria-busy={pages.isPlaceholderData}
					className={cn("mt-4 transition-opacity", pages.isPlaceholderData && "opacity-60")}
				>
					<p role="status" className="mb-1 px-2 text-[13px] text-muted tabular">
						{counted(total, "voice")}
					</p>
					<ul aria-label="Voices">
						{voices.map((voice) => (
							<VoiceRow key={voice.voice_id} voice={voice} actions={actions} />
						))}
					</ul>
					<ListEnd hasMore={pages.hasNextPage} loading={pages.isFetchingNextPage} onMore={pages.fetchNextPage} />
				</section>
			) : null}
			<VoiceDetail
				voiceId={opened}
				known={voices.find((voice) => voice.voice_id === opened)}
				actions={actions}
				onClose={actions.close}
			/>
			<Suspense fallback={null}>
				{dialog?.kind === "edit" ? <EditDialog voice={dialog.voice} onClose={() => setDialog(null)} /> : null}
				{dialog?.kind === "collect" ? (
					<AddToCollectionDialog voice={dialog.voice} onClose={() => setDialog(null)} />
				) : null}
				{dialog?.kind === "share" ? <ShareDialog voice={dialog.voice} onClose={() => setDialog(null)} /> : null}
			</Suspense>
		</>
	);
}

async function confirmDeletion(voice: Voice): Promise<boolean> {
	const copied = voice.origin === "library";
	const { confirmed } = await confirm({
		title: copied ? `Remove ${voice.name}?` : `Delete ${voice.name}?`,
		description: copied
			? "You can add it again while it's in the library. Generated audio stays in your history."
			: "This permanently deletes its recordings and previews. Generated audio stays in your history.",
		action: copied ? "Remove voice" : "Delete voice",
		tone: "danger",
	});
	return confirmed;
}
