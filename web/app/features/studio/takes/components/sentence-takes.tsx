import type { SentenceTakes as SentenceWithTakes } from "@timbre/contract/studio/take-schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useState } from "react";
import { AskReviewers } from "../../reviews/components/ask-reviewers.tsx";
import { retakeText, type SentenceState, stateOf, usedTake } from "../model/sentences.ts";
import { type SentenceRef, useChooseTake, useCreateTake } from "../takes.queries.ts";
import { CompareTakes } from "./compare-takes.tsx";
import { TakeRow } from "./take-row.tsx";
import { playTake } from "./use-take-audio.ts";

type SentenceTakesProps = {
	chapter: { project_id: string; chapter_id: string };
	sentence: SentenceWithTakes;
	editable: boolean;
	locked: boolean;
	onAnnounce: (text: string) => void;
};

const badges: Record<SentenceState, { text: string; tone: "neutral" | "warning" | "accent" } | null> = {
	new: { text: "No audio yet", tone: "neutral" },
	stale: { text: "Stale", tone: "warning" },
	restored: { text: "Restored", tone: "accent" },
	ready: null,
};

/** A sentence with its takes. */
export function SentenceTakes({ chapter, sentence, editable, locked, onAnnounce }: SentenceTakesProps) {
	const { project_id } = chapter;
	const { block_id, index, text, takes } = sentence;
	const create = useCreateTake(project_id);
	const choose = useChooseTake(project_id);
	const [comparedId, setComparedId] = useState<string | null>(null);
	const ref: SentenceRef = { ...chapter, block_id, index, text };
	const used = usedTake(sentence);
	const named = takes.map((take, at) => ({ take, name: `Take ${at + 1}` }));
	const inUse = named.find(({ take }) => take === used);
	const compared = named.find(({ take }) => take.take_id === comparedId && take !== used);
	const state = stateOf(sentence);
	const badge = badges[state];
	const changeable = editable && !locked;
	const use = (takeId: string | null, said: string) =>
		choose.mutate({ sentence: ref, takeId }, { onSuccess: () => onAnnounce(said) });
	const again = () =>
		create.mutate(ref, {
			onSuccess: (take) => {
				playTake(project_id, take);
				onAnnounce("New take. It is in use now.");
			},
		});
	return (
		<li className="flex flex-col gap-2 border-line border-t pt-3 first:border-t-0 first:pt-0">
			<p dir="auto" className="break-words">
				{text}
			</p>
			{badge ? (
				<p>
					<Badge tone={badge.tone}>{badge.text}</Badge>
				</p>
			) : null}
			{named.length > 0 ? (
				<ul aria-label={`Takes of: ${text.slice(0, 60)}`} className="-mx-2 flex flex-col gap-1">
					{named.toReversed().map(({ take, name }) => (
						<TakeRow
							key={take.take_id}
							projectId={project_id}
							take={take}
							name={name}
							editable={changeable}
							comparable={inUse !== undefined}
							compared={take === compared?.take}
							onUse={() => use(take.take_id, `${name} is in use.`)}
							onCompare={() => setComparedId(take.take_id === comparedId ? null : take.take_id)}
						/>
					))}
				</ul>
			) : null}
			{inUse && compared ? <CompareTakes projectId={project_id} a={inUse} b={compared} /> : null}
			{inUse && compared && editable ? (
				<AskReviewers
					projectId={project_id}
					first={inUse.take.take_id}
					second={compared.take.take_id}
					onAnnounce={onAnnounce}
				/>
			) : null}
			{changeable ? (
				<div className="flex flex-wrap gap-2">
					<Button size="small" busy={create.isPending} onClick={again}>
						{retakeText(sentence)}
					</Button>
					{state === "restored" ? (
						<Button
							size="small"
							variant="quiet"
							className="px-2"
							onClick={() => use(null, "Back to the current voice and settings.")}
						>
							Back to the current voice
						</Button>
					) : null}
				</div>
			) : null}
		</li>
	);
}
