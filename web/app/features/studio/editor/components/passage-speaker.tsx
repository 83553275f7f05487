import { narratorKey } from "@timbre/contract/studio/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuLabel,
	DropdownMenuRadioGroup,
	DropdownMenuRadioItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { type Editor, useEditorState } from "@tiptap/react";
import { ChevronDown, MessageSquareQuote } from "lucide-react";
import { type Speakers, setSpeaker, speakersOf } from "../../cast/model/lines.ts";
import { sameList } from "./same-list.ts";

// No character has such an id.
const nobody = "nobody";

/** Says who speaks the selection, or the line of the cursor. */
export function PassageSpeaker({ editor, speakers }: { editor: Editor; speakers: Speakers }) {
	const found = useEditorState({ editor, selector: () => speakersOf(editor.state), equalityFn: sameList });
	const [first] = found;
	const value = found.length > 1 ? "" : first === null ? nobody : (first ?? "");
	const choose = (next: string) => editor.view.dispatch(setSpeaker(editor.state, next === nobody ? null : next));
	const shown = shownName(found, speakers);
	return (
		<DropdownMenu>
			<DropdownMenuTrigger asChild>
				<Button size="small" className="max-w-48 max-md:px-2" title={shown ? `Said by ${shown}` : undefined}>
					<MessageSquareQuote aria-hidden="true" />
					<span className="min-w-0 truncate max-md:sr-only">Said by{shown ? ` ${shown}` : ""}</span>
					<ChevronDown aria-hidden="true" className="max-md:hidden" />
				</Button>
			</DropdownMenuTrigger>
			<DropdownMenuContent align="start" className="max-h-[min(24rem,50vh)] max-w-64 overflow-y-auto">
				{found.length === 0 ? (
					<DropdownMenuLabel>Select a passage, or place the cursor in a line.</DropdownMenuLabel>
				) : (
					<DropdownMenuRadioGroup value={value} onValueChange={choose}>
						{[...speakers].map(([id, { name }]) => (
							<DropdownMenuRadioItem key={id} value={id}>
								<span className="truncate">{name}</span>
							</DropdownMenuRadioItem>
						))}
						{speakers.size > 0 ? <DropdownMenuSeparator /> : null}
						<DropdownMenuRadioItem value={narratorKey}>Narrator</DropdownMenuRadioItem>
						<DropdownMenuRadioItem value={nobody}>Nobody</DropdownMenuRadioItem>
					</DropdownMenuRadioGroup>
				)}
			</DropdownMenuContent>
		</DropdownMenu>
	);
}

function shownName(found: readonly (string | null)[], speakers: Speakers): string | undefined {
	const [first] = found;
	if (found.length > 1) return "several";
	if (first === null || first === undefined) return undefined;
	if (first === narratorKey) return "the narrator";
	return speakers.get(first)?.name ?? "someone unknown";
}
