import type { CastLine, Character } from "@timbre/contract/studio/cast-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { ChevronDown, Plus } from "lucide-react";
import type { Ref } from "react";
import { Link } from "react-router";
import { projectPath } from "../../studio.queries.ts";
import { guessOf, guessText, narratorName, objectName } from "../model/review.ts";

type CurrentLineProps = {
	ref: Ref<HTMLElement>;
	project: ProjectDetails;
	line: CastLine;
	/** "3 of 12". */
	position: string;
	characters: readonly Character[];
	/** Characters with a number key. */
	likely: readonly Character[];
	editable: boolean;
	onAssign: (characterId: string | null, name: string) => void;
	onNew: () => void;
};

/** Characters of a line that name it for screen readers. The rest can be read below. */
const maxSpoken = 200;

/** A line with its context, and who could speak it. */
export function CurrentLine({ ref, project, line, position, characters, likely, editable, ...on }: CurrentLineProps) {
	const guess = guessOf(line, characters);
	const chapter = project.chapters.find(({ chapter_id }) => chapter_id === line.chapter_id);
	const said = guess ? `${guess.name}. ${guessText(guess)}` : guessText(guess);
	return (
		<article
			ref={ref}
			tabIndex={-1}
			aria-label={`Line ${position}: ${line.text.slice(0, maxSpoken)} ${said}`}
			className="flex scroll-my-4 flex-col gap-3 rounded-card p-4 focus-visible:-outline-offset-2"
		>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-[13px]">
				<p className="flex min-w-0 items-center gap-2">
					{guess ? <span className="truncate font-medium">{guess.name}</span> : null}
					<Badge className="shrink-0 tabular">{guessText(guess)}</Badge>
				</p>
				<p className="flex min-w-0 items-baseline gap-3 text-muted">
					<span className="shrink-0 tabular">{position}</span>
					<Link
						to={`${projectPath(project.project_id)}?chapter=${line.chapter_id}`}
						title={chapter?.name}
						className="truncate rounded-sm underline underline-offset-4 hover:text-ink"
					>
						<span className="sr-only">Open chapter </span>
						{chapter?.name ?? "Open chapter"}
					</Link>
				</p>
			</div>
			<p dir="auto" className="max-w-2xl whitespace-pre-wrap break-words text-base/7">
				<span className="text-muted">{line.before}</span>
				<mark className="bg-transparent font-medium text-ink">{line.text}</mark>
				<span className="text-muted">{line.after}</span>
			</p>
			{editable ? (
				<div className="flex flex-wrap items-center gap-2">
					{guess ? (
						<Button
							size="small"
							variant="primary"
							aria-keyshortcuts="Enter"
							onClick={() => on.onAssign(guess.characterId, guess.name)}
							className="min-w-0 max-w-full"
						>
							<span className="truncate">Confirm {objectName(guess)}</span>
						</Button>
					) : null}
					{likely.map(({ character_id, name }, index) => (
						<Button
							key={character_id}
							size="small"
							title={name}
							aria-keyshortcuts={String(index + 1)}
							onClick={() => on.onAssign(character_id, name)}
							className="min-w-0 max-w-56 md:pl-2"
						>
							<Kbd aria-hidden="true" className="max-md:hidden">
								{index + 1}
							</Kbd>
							<span className="truncate">{name}</span>
						</Button>
					))}
					<Button
						size="small"
						aria-keyshortcuts="N"
						onClick={() => on.onAssign(null, narratorName)}
						className="md:pl-2"
					>
						<Kbd aria-hidden="true" className="max-md:hidden">
							N
						</Kbd>
						{narratorName}
					</Button>
					<Others characters={characters} likely={likely} {...on} />
				</div>
			) : null}
		</article>
	);
}

type OthersProps = Pick<CurrentLineProps, "characters" | "likely" | "onAssign" | "onNew">;

function Others({ characters, likely, onAssign, onNew }: OthersProps) {
	const others = characters.filter((character) => !likely.includes(character));
	return (
		<DropdownMenu>
			<DropdownMenuTrigger asChild>
				<Button size="small">
					Someone else
					<ChevronDown aria-hidden="true" />
				</Button>
			</DropdownMenuTrigger>
			<DropdownMenuContent align="start" className="max-h-[min(20rem,50vh)] max-w-64 overflow-y-auto">
				{others.map(({ character_id, name }) => (
					<DropdownMenuItem key={character_id} onSelect={() => onAssign(character_id, name)}>
						<span className="truncate">{name}</span>
					</DropdownMenuItem>
				))}
				{others.length > 0 ? <DropdownMenuSeparator /> : null}
				<DropdownMenuItem onSelect={onNew}>
					<Plus aria-hidden="true" />
					New character
				</DropdownMenuItem>
			</DropdownMenuContent>
		</DropdownMenu>
	);
}
