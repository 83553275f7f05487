import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { MisreadSentence, Take } from "@timbre/contract/studio/take-schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { CheckCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { count } from "../../../../lib/text/format.ts";
import { KeyHint, KeyHints } from "../../components/key-hints.tsx";
import { useReviewKeys } from "../../components/use-review-keys.ts";
import { canChange } from "../../studio.queries.ts";
import { misreadKey } from "../model/misread.ts";
import { resolveMisreadKey } from "../model/misread-keys.ts";
import { useAcceptTake, useChooseTake, useCreateTake } from "../takes.queries.ts";
import { MisreadCard } from "./misread-card.tsx";
import { playTake, toggleTake } from "./use-take-audio.ts";

/** Sentences that were listened to here: accepted, or read again with this take. */
type Outcome = "accepted" | Take;

type MisreadReviewProps = { project: ProjectDetails; sentences: readonly MisreadSentence[] };

/** Misread sentences, one after another: listen, then accept or read again. */
export function MisreadReview({ project, sentences }: MisreadReviewProps) {
	const { project_id } = project;
	const editable = canChange(project);
	const [at, setAt] = useState(0);
	const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
	const [announced, setAnnounced] = useState("");
	const [moves, setMoves] = useState(0);
	const region = useRef<HTMLElement>(null);
	const card = useRef<HTMLElement>(null);
	const create = useCreateTake(project_id);
	const choose = useChooseTake(project_id);
	const accept = useAcceptTake(project_id);
	useEffect(() => {
		if (moves > 0) card.current?.focus();
	}, [moves]);
	const current = sentences[at];
	const outcomeOf = (sentence: MisreadSentence) => outcomes.get(misreadKey(sentence));
	const set = (sentence: MisreadSentence, outcome: Outcome | undefined) =>
		setOutcomes((before) => {
			const next = new Map(before);
			if (outcome) next.set(misreadKey(sentence), outcome);
			else next.delete(misreadKey(sentence));
			return next;
		});
	const takeOf = (sentence: MisreadSentence) => {
		const outcome = outcomeOf(sentence);
		return outcome && outcome !== "accepted" ? outcome : { take_id: sentence.take_id, text: sentence.text };
	};
	const show = (index: number): boolean => {
		const next = sentences[index];
		if (!next) return false;
		setAt(index);
		setMoves((before) => before + 1);
		playTake(project_id, takeOf(next));
		return true;
	};
	const isDone = (sentence: MisreadSentence) => outcomeOf(sentence) !== undefined;
	const isBusy = create.isPending || choose.isPending || accept.isPending;
	const acceptCurrent = () => {
		if (!current || !editable || isBusy || isDone(current)) return false;
		accept.mutate(current.take_id, {
			onSuccess: () => {
				set(current, "accepted");
				const left = sentences.filter((one) => one !== current && !isDone(one)).length;
				setAnnounced(left === 0 ? "Accepted. All sentences are reviewed." : `Accepted. ${count(left)} left.`);
				if (!show(at + 1)) card.current?.focus();
			},
		});
		return true;
	};
	const readAgain = () => {
		if (!current || !editable || isBusy || isDone(current)) return false;
		const { chapter_id, block_id, index, text } = current;
		create.mutate(
			{ project_id, chapter_id, block_id, index, text },
			{
				onSuccess: (take) => {
					set(current, take);
					setAnnounced("Read again, free of charge. Playing the new take.");
					playTake(project_id, take);
					card.current?.focus();
				},
			},
		);
		return true;
	};
	const goBack = () => {
		if (!current || isBusy) return;
		const { chapter_id, block_id, index, text, take_id } = current;
		choose.mutate(
			{ sentence: { project_id, chapter_id, block_id, index, text }, takeId: take_id },
			{
				onSuccess: () => {
					set(current, undefined);
					setAnnounced("The first take is in use again.");
					card.current?.focus();
				},
			},
		);
	};
	useReviewKeys(region, resolveMisreadKey, (action) => {
		if (action.do === "move") return show(at + action.by);
		if (action.do === "accept") return acceptCurrent();
		if (action.do === "again") return readAgain();
		if (!current) return false;
		toggleTake(project_id, takeOf(current));
		return true;
	});
	if (!current)
		return (
			<EmptyState icon={<CheckCheck aria-hidden="true" />} title="No misread sentences">
				Take check found nothing that is left to listen to. It checks English sentences when you convert.
			</EmptyState>
		);
	return (
		<section ref={region} aria-label="Review of misread sentences">
			<p role="status" className="sr-only">
				{announced}
			</p>
			<KeyHints>
				<KeyHint keys={["J", "K"]}>Next or previous sentence</KeyHint>
				<KeyHint keys={["P"]}>Play</KeyHint>
				{editable ? (
					<>
						<KeyHint keys={["R"]}>Read again</KeyHint>
						<KeyHint keys={["A"]}>Accept</KeyHint>
					</>
				) : null}
			</KeyHints>
			<ol aria-label="Misread sentences" className="rounded-card border border-line bg-raised">
				{sentences.map((sentence, index) => (
					<li key={misreadKey(sentence)} className="border-line border-b last:border-b-0">
						{index === at ? (
							<MisreadCard
								ref={card}
								project={project}
								sentence={sentence}
								outcome={outcomeOf(sentence)}
								position={`${count(index + 1)} of ${count(sentences.length)}`}
								editable={editable}
								busy={create.isPending}
								takeId={takeOf(sentence).take_id}
								onPlay={() => toggleTake(project_id, takeOf(sentence))}
								onAccept={acceptCurrent}
								onAgain={readAgain}
								onBack={goBack}
							/>
						) : (
							<MisreadRow sentence={sentence} outcome={outcomeOf(sentence)} onShow={() => show(index)} />
						)}
					</li>
				))}
			</ol>
		</section>
	);
}

type MisreadRowProps = { sentence: MisreadSentence; outcome: Outcome | undefined; onShow: () => void };

function MisreadRow({ sentence, outcome, onShow }: MisreadRowProps) {
	return (
		<button
			type="button"
			onClick={onShow}
			className="flex w-full items-center justify-between gap-4 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
		>
			<span dir="auto" className={outcome ? "min-w-0 truncate text-muted" : "min-w-0 truncate"}>
				{sentence.text}
			</span>
			{outcome ? (
				<Badge className="shrink-0" tone="positive">
					{outcome === "accepted" ? "Accepted" : "Read again"}
				</Badge>
			) : (
				<span className="max-w-[40%] shrink-0 truncate text-[13px] text-muted">
					{sentence.misread.map(({ expected }) => `“${expected}”`).join(", ")}
				</span>
			)}
		</button>
	);
}
