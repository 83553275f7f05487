import { useInfiniteQuery } from "@tanstack/react-query";
import type { Revision, RevisionChange } from "@timbre/contract/studio/revision/schemas.ts";
import { type RevisionChangeKind, revisionChangeKinds } from "@timbre/contract/studio/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useEffect, useRef, useState } from "react";
import { count } from "../../../../lib/text/format.ts";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { KeyHint, KeyHints } from "../../components/key-hints.tsx";
import { useReviewKeys } from "../../components/use-review-keys.ts";
import { kindNames, partsOf, resolveChangeKey } from "../model/changes.ts";
import { changesQuery } from "../revisions.queries.ts";
import { ChangeCard, KindBadge, Marked } from "./change-card.tsx";

type Comparison = NonNullable<Revision["comparison"]>;
type ChangeReviewProps = { revision: Revision; comparison: Comparison };

/** What a revision changes, sentence by sentence, walked through with J and K. */
export function ChangeReview({ revision, comparison }: ChangeReviewProps) {
	const [kind, setKind] = useState<RevisionChangeKind>();
	const found = useInfiniteQuery(changesQuery(revision, kind));
	const changes = found.data?.pages.flatMap((page) => page.changes) ?? [];
	const [at, setAt] = useState(0);
	const [moves, setMoves] = useState(0);
	const region = useRef<HTMLElement>(null);
	const card = useRef<HTMLElement>(null);
	useEffect(() => {
		if (moves > 0) card.current?.focus();
	}, [moves]);
	const show = (index: number): boolean => {
		if (!changes[index]) return false;
		setAt(index);
		setMoves((before) => before + 1);
		// The next page is there before its first change is wanted.
		if (index > changes.length - 20 && found.hasNextPage && !found.isFetching) void found.fetchNextPage();
		return true;
	};
	useReviewKeys(region, resolveChangeKey, ({ by }) => show(at + by));
	const choose = (next: RevisionChangeKind | undefined) => {
		setKind(next);
		setAt(0);
		setMoves(0);
	};
	const chapterOf = ({ chapter }: RevisionChange) => comparison.chapters[chapter]?.name ?? "";
	const total = `${count(changes.length)}${found.hasNextPage ? " or more" : ""}`;
	return (
		<section ref={region} aria-labelledby="changes-heading">
			<div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<h2 id="changes-heading" className="font-medium">
					Changes
				</h2>
				<KindFilter counts={comparison.counts} chosen={kind} onChoose={choose} />
			</div>
			<KeyHints>
				<KeyHint keys={["J", "K"]}>Next or previous change</KeyHint>
			</KeyHints>
			{found.isError && !found.data ? <LoadFailure title="Couldn't load the changes" query={found} /> : null}
			{found.isPending ? <Loading /> : null}
			{found.data && changes.length === 0 ? <p className="text-muted">Nothing of this kind.</p> : null}
			{changes.length > 0 ? (
				<ol aria-labelledby="changes-heading" className="rounded-card border border-line bg-raised">
					{changes.map((change, index) => (
						<li key={change.index} className="border-line border-b last:border-b-0">
							{index === at ? (
								<ChangeCard
									ref={card}
									change={change}
									chapter={chapterOf(change)}
									position={`${count(index + 1)} of ${total}`}
								/>
							) : (
								<ChangeRow change={change} chapter={chapterOf(change)} onShow={() => show(index)} />
							)}
						</li>
					))}
				</ol>
			) : null}
			{found.hasNextPage ? (
				<Button
					className="mt-3"
					size="small"
					busy={found.isFetchingNextPage}
					onClick={() => void found.fetchNextPage()}
				>
					Show more changes
				</Button>
			) : null}
		</section>
	);
}

type KindFilterProps = {
	counts: Comparison["counts"];
	chosen: RevisionChangeKind | undefined;
	onChoose: (kind: RevisionChangeKind | undefined) => void;
};

function KindFilter({ counts, chosen, onChoose }: KindFilterProps) {
	return (
		<fieldset className="flex min-w-0 flex-wrap gap-1">
			<legend className="sr-only">Kinds of changes</legend>
			{[undefined, ...revisionChangeKinds].map((kind) => (
				<Button
					key={kind ?? "all"}
					size="small"
					variant={kind === chosen ? "secondary" : "quiet"}
					aria-pressed={kind === chosen}
					onClick={() => onChoose(kind)}
				>
					{kind === undefined ? "All" : `${kindNames[kind]} ${count(counts[kind])}`}
				</Button>
			))}
		</fieldset>
	);
}

function ChangeRow({ change, chapter, onShow }: { change: RevisionChange; chapter: string; onShow: () => void }) {
	return (
		<button
			type="button"
			onClick={onShow}
			className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
		>
			<KindBadge kind={change.kind} />
			<span
				dir="auto"
				className="min-w-0 flex-1 truncate"
				title={partsOf(change)
					.map(({ text }) => text)
					.join("")}
			>
				<Marked parts={partsOf(change)} />
			</span>
			<span className="max-w-[30%] shrink-0 truncate text-[13px] text-muted max-sm:hidden" title={chapter}>
				{chapter}
			</span>
		</button>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading changes</p>
			<Skeleton className="h-32" />
			<Skeleton className="mt-2 h-11" />
			<Skeleton className="mt-2 h-11" />
		</div>
	);
}
