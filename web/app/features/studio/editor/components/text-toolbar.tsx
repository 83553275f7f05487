import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { type Editor, useEditorState } from "@tiptap/react";
import { MessageSquarePlus, Redo2, Undo2 } from "lucide-react";
import { useSyncExternalStore } from "react";
import { VoicePicker } from "../../../voices/voices.picker.public.tsx";
import { type Speakers, spokenVoices } from "../../cast/model/lines.ts";
import { type BlockKind, blockKind, setBlockKind, setVoice, voicesOf } from "../model/commands.ts";
import { shortcutText } from "../model/keys.ts";
import type { UndoHistory } from "../model/undo-history.ts";
import { PassageSpeaker } from "./passage-speaker.tsx";
import { sameList } from "./same-list.ts";

type TextToolbarProps = {
	editor: Editor;
	history: UndoHistory;
	canEdit: boolean;
	canComment: boolean;
	voices: Voice[];
	/** Voices of text without a voice of its own. */
	defaults: { heading: string; paragraph: string };
	nameOf: (voiceId: string) => string;
	speakers: Speakers;
	onComment: () => void;
};

const kinds: { value: BlockKind; label: string }[] = [
	{ value: "0", label: "Paragraph" },
	{ value: "1", label: "Heading 1" },
	{ value: "2", label: "Heading 2" },
	{ value: "3", label: "Heading 3" },
];

/** What can be done with the selected passage. */
export function TextToolbar(props: TextToolbarProps) {
	const { editor, history, canEdit } = props;
	const kind = useEditorState({ editor, selector: () => blockKind(editor.state) });
	return (
		<section aria-label="Text tools" className="flex flex-wrap items-center gap-2">
			{canEdit ? (
				<>
					<Select
						label="Block type"
						className="h-8 w-34"
						value={kind}
						options={kinds.map((one) => ({ ...one, aside: shortcutText(`Mod+Alt+${one.value}`) }))}
						onChange={(next) => editor.view.dispatch(setBlockKind(editor.state, next as BlockKind))}
					/>
					<PassageVoice {...props} kind={kind} />
					<PassageSpeaker editor={editor} speakers={props.speakers} />
				</>
			) : null}
			{props.canComment ? (
				<Button
					size="small"
					aria-keyshortcuts="Control+Alt+M"
					title={shortcutText("Mod+Alt+M")}
					onClick={props.onComment}
				>
					<MessageSquarePlus aria-hidden="true" />
					Comment
				</Button>
			) : null}
			{canEdit ? <UndoButtons history={history} /> : null}
		</section>
	);
}

function UndoButtons({ history }: { history: UndoHistory }) {
	const canUndo = useSyncExternalStore(history.subscribe, history.canUndo);
	const canRedo = useSyncExternalStore(history.subscribe, history.canRedo);
	return (
		<div className="flex">
			{/* Not disabled: the last undo would take the focus from the button. */}
			<IconButton
				label="Undo"
				size="small"
				aria-disabled={!canUndo}
				className="aria-disabled:opacity-40"
				onClick={() => history.manager.undo()}
			>
				<Undo2 aria-hidden="true" />
			</IconButton>
			<IconButton
				label="Redo"
				size="small"
				aria-disabled={!canRedo}
				className="aria-disabled:opacity-40"
				onClick={() => history.manager.redo()}
			>
				<Redo2 aria-hidden="true" />
			</IconButton>
		</div>
	);
}

type PassageVoiceProps = TextToolbarProps & { kind: BlockKind };

function PassageVoice({ editor, voices, defaults, nameOf, speakers, kind }: PassageVoiceProps) {
	const found = useEditorState({ editor, selector: () => voicesOf(editor.state), equalityFn: sameList });
	const spoken = useEditorState({
		editor,
		selector: () => spokenVoices(editor.state, speakers),
		equalityFn: sameList,
	});
	const [own = null] = found;
	const [ofSpeaker = null] = spoken;
	const first = own ?? ofSpeaker;
	const defaultId = kind === "0" ? defaults.paragraph : defaults.heading;
	const shownId = first ?? defaultId;
	const shown = voices.find(({ voice_id }) => voice_id === shownId);
	const start = shown ?? voices[0];
	const choose = (voiceId: string | null) => editor.view.dispatch(setVoice(editor.state, voiceId));
	if (!start) return null;
	return (
		<div className="flex min-w-0 items-center gap-2">
			<VoicePicker
				value={start}
				voices={voices}
				label="voice of the selection"
				compact
				className="h-8 max-w-44"
				onChange={(voice) => choose(voice.voice_id)}
			/>
			{found.some((voiceId) => voiceId !== null) ? (
				<Button size="small" variant="quiet" onClick={() => choose(null)} title={`Default voice: ${nameOf(defaultId)}`}>
					Default voice
				</Button>
			) : null}
			<p className="truncate text-[13px] text-muted max-md:sr-only">
				{Math.max(found.length, spoken.length) > 1
					? "Several voices"
					: first === null
						? "Default"
						: own === null
							? "Speaker's voice"
							: shown
								? ""
								: nameOf(shownId)}
			</p>
		</div>
	);
}
