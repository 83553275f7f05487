import { useQuery } from "@tanstack/react-query";
import type { Cast, CastLine, Character } from "@timbre/contract/studio/cast-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { CheckCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { count } from "../../../../lib/text/format.ts";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { KeyHint, KeyHints } from "../../components/key-hints.tsx";
import { useReviewKeys } from "../../components/use-review-keys.ts";
import { canChange } from "../../studio.queries.ts";
import { chapterLinesQuery, unsureLinesQuery, useAssignLine } from "../cast.queries.ts";
import { assignedText, guessOf, likelyCharacters, lineKey, narratorName, percent } from "../model/review.ts";
import { resolveReviewKey } from "../model/review-keys.ts";
import { CurrentLine } from "./current-line.tsx";
import { NewCharacterDialog } from "./new-character-dialog.tsx";

/** The lines whose speaker is unsure, to be assigned one after another. */
export function LineReview({ project, cast }: { project: ProjectDetails; cast: Cast }) {
	const found = useQuery(unsureLinesQuery(project.project_id));
	if (found.data)
		return <Review project={project} cast={cast} lines={found.data.lines} hasMore={found.data.has_more} />;
	if (found.isError) return <LoadFailure title="Couldn't load the lines" query={found} />;
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading lines</p>
			<Skeleton className="h-48" />
			<Skeleton className="mt-2 h-11" />
			<Skeleton className="mt-2 h-11" />
		</div>
	);
}

const noLines: CastLine[] = [];

type ReviewProps = { project: ProjectDetails; cast: Cast; lines: readonly CastLine[]; hasMore: boolean };

function Review({ project, cast, lines, hasMore }: ReviewProps) {
	const { characters } = cast;
	const editable = canChange(project);
	const [currentKey, setCurrentKey] = useState<string | null>(null);
	const [announcement, setAnnouncement] = useState("");
	const [naming, setNaming] = useState<CastLine | null>(null);
	const region = useRef<HTMLElement>(null);
	const card = useRef<HTMLElement>(null);
	const end = useRef<HTMLDivElement>(null);
	const assign = useAssignLine(project.project_id);
	const at = Math.max(
		0,
		lines.findIndex((line) => lineKey(line) === currentKey),
	);
	const current = lines[at];
	const { data: chapterLines = noLines } = useQuery({
		...chapterLinesQuery(project.project_id, current?.chapter_id ?? ""),
		enabled: current !== undefined,
	});
	const likely = likelyCharacters(characters, chapterLines);
	// The controls of a line disappear with it, so the keyboard continues at the next one.
	const [moves, setMoves] = useState(0);
	useEffect(() => {
		if (moves > 0) (card.current ?? end.current)?.focus();
	}, [moves]);
	const show = (line: CastLine | undefined) => {
		if (line) setCurrentKey(lineKey(line));
		setMoves((before) => before + 1);
	};
	const assignTo = (characterId: string | null, name: string, line = current) => {
		if (!line || !editable) return;
		assign.mutate({ line, characterId });
		setAnnouncement(assignedText({ characterId, name }, hasMore ? cast.unsure_lines - 1 : lines.length - 1));
		show(lines[at + 1] ?? lines[at - 1]);
	};
	const assignToCharacter = ({ character_id, name }: Character) => assignTo(character_id, name);
	useReviewKeys(region, resolveReviewKey, (action) => {
		if (action.do === "move") {
			const next = lines[at + action.by];
			if (next) show(next);
			return next !== undefined;
		}
		if (!current || !editable) return false;
		const guess = guessOf(current, characters);
		const chosen = action.do === "choose" ? likely[action.at] : undefined;
		if (action.do === "narrator") assignTo(null, narratorName);
		else if (action.do === "confirm" && guess) assignTo(guess.characterId, guess.name);
		else if (chosen) assignToCharacter(chosen);
		else return false;
		return true;
	});
	const total = hasMore ? Math.max(cast.unsure_lines, lines.length) : lines.length;
	return (
		<section ref={region} aria-label="Review of lines">
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{current ? (
				<>
					{editable ? <ReviewHints /> : null}
					<ol aria-label="Lines to check" className="rounded-card border border-line bg-raised">
						{lines.map((line, index) => (
							<li key={lineKey(line)} className="border-line border-b last:border-b-0">
								{index === at ? (
									<CurrentLine
										ref={card}
										project={project}
										line={line}
										position={`${count(index + 1)} of ${count(total)}`}
										characters={characters}
										likely={likely}
										editable={editable}
										onAssign={assignTo}
										onNew={() => setNaming(line)}
									/>
								) : (
									<LineRow line={line} characters={characters} onShow={() => show(line)} />
								)}
							</li>
						))}
					</ol>
				</>
			) : (
				<div ref={end} tabIndex={-1} className="outline-none">
					<EmptyState icon={<CheckCheck aria-hidden="true" />} title="All lines are checked">
						{cast.state === "finding"
							? "The search may find more."
							: "Each line of direct speech has a speaker. You can change it in the text of a chapter."}
					</EmptyState>
				</div>
			)}
			{naming ? (
				<NewCharacterDialog
					projectId={project.project_id}
					onCreated={({ character_id, name }) => {
						setNaming(null);
						assignTo(character_id, name, naming);
					}}
					onClose={() => setNaming(null)}
				/>
			) : null}
		</section>
	);
}

type LineRowProps = { line: CastLine; characters: readonly Character[]; onShow: () => void };

function LineRow({ line, characters, onShow }: LineRowProps) {
	const guess = guessOf(line, characters);
	return (
		<button
			type="button"
			onClick={onShow}
			className="flex w-full items-baseline justify-between gap-4 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
		>
			<span dir="auto" className="min-w-0 truncate">
				{line.text}
			</span>
			<span className="max-w-[40%] shrink-0 truncate text-[13px] text-muted tabular">
				{guess ? `${guess.name}, ${percent(guess.confidence)}` : "Unknown"}
			</span>
		</button>
	);
}

function ReviewHints() {
	return (
		<KeyHints>
			<KeyHint keys={["J", "K"]}>Next or previous line</KeyHint>
			<KeyHint keys={["Enter"]}>Confirm the guess</KeyHint>
			<KeyHint keys={["1", "9"]} to>
				Choose a character
			</KeyHint>
			<KeyHint keys={["N"]}>Narrator</KeyHint>
		</KeyHints>
	);
}
