import { useQuery } from "@tanstack/react-query";
import type { Character } from "@timbre/contract/studio/cast-schemas.ts";
import type { Comment } from "@timbre/contract/studio/endpoints.ts";
import { maxChapterCharacters } from "@timbre/contract/studio/rules.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { TextSelection } from "@tiptap/pm/state";
import { type Editor, EditorContent, useEditorState } from "@tiptap/react";
import { PanelRight } from "lucide-react";
import { memo, type ReactNode, useMemo, useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { useMedia } from "../../../../lib/page/use-media.ts";
import { count } from "../../../../lib/text/format.ts";
import { useUser } from "../../../../shell/session/session.ts";
import { castQuery } from "../../cast/cast.queries.ts";
import type { Speakers } from "../../cast/model/lines.ts";
import { ChapterAudio } from "../../conversion/components/chapter-audio.tsx";
import { TakesPanel } from "../../takes/components/takes-panel.tsx";
import { useSentenceMarks } from "../../takes/components/use-sentence-marks.ts";
import { commentsQuery, useCreateComment } from "../editor.queries.ts";
import type { ConnectionState } from "../model/chapter-connection.ts";
import type { ChapterSession } from "../model/chapter-session.ts";
import { passageOf } from "../model/commands.ts";
import { type Passage, passageAt, rangeOf } from "../model/comment-marks.ts";
import { characterCount } from "../model/editing-rules.ts";
import type { ChapterEditorProps } from "./chapter-editor-props.ts";
import { CommentDialog } from "./comment-dialog.tsx";
import { CommentList } from "./comment-list.tsx";
import { textClass } from "./text-class.ts";
import { TextToolbar } from "./text-toolbar.tsx";
import { useLinkedBlock, useOpenText } from "./use-open-text.ts";
import { useTextEditor } from "./use-text-editor.ts";

type ChapterTextProps = Omit<ChapterEditorProps, "heading"> &
	Pick<ConnectionState, "canEdit" | "editors"> & { session: ChapterSession };

const noComments: Comment[] = [];
const noCharacters: Character[] = [];

/** The text of a synced chapter with its tools, comments and settings. Memoized: while somebody types, the status changes all the time. */
export const ChapterText = memo(function ChapterText(props: ChapterTextProps) {
	const { project, chapter, voices, nameOf, settings, session, canEdit, editors, openText } = props;
	const ids = useMemo(
		() => ({ project_id: project.project_id, chapter_id: chapter.chapter_id }),
		[project.project_id, chapter.chapter_id],
	);
	const found = useQuery(commentsQuery(ids));
	const comments = found.data ?? noComments;
	// Without it, the text is still usable.
	const { data: cast } = useQuery(castQuery(project.project_id));
	const characters = cast?.characters ?? noCharacters;
	const speakers = useMemo<Speakers>(
		() => new Map(characters.map(({ character_id, name, voice_id }) => [character_id, { name, voiceId: voice_id }])),
		[characters],
	);
	const create = useCreateComment(ids);
	const user = useUser();
	const [passage, setPassage] = useState<Passage | null>(null);
	const [tab, setTab] = useState("comments");
	const [sheetOpen, setSheetOpen] = useState(false);
	const wide = useMedia("(min-width: 80rem)");
	const canComment = project.access_level !== "viewer";

	const startComment = () => {
		if (!editor || !canComment) return;
		const range = passageOf(editor.state);
		if (range.from === range.to) toaster.show({ title: "Nothing to comment on yet", detail: "Write something first." });
		else setPassage(passageAt(editor.state, range));
	};
	const editor = useTextEditor({
		session,
		canEdit,
		editors,
		label: `Text of ${chapter.name}`,
		className: textClass,
		nameOf,
		speakers,
		comments,
		onComment: startComment,
	});
	useSentenceMarks(editor, session, ids);
	useOpenText(openText, editor, session);
	useLinkedBlock(editor, () => setTab("takes"));
	if (!editor) return null;

	const show = (comment: Comment) => {
		const range = rangeOf(editor.state, comment);
		if (!range) {
			toaster.show({ title: "Passage not found", detail: "It was changed or deleted after the comment was written." });
			return;
		}
		const { tr, doc } = editor.state;
		setSheetOpen(false);
		editor.view.dispatch(tr.setSelection(TextSelection.create(doc, range.from, range.to)).scrollIntoView());
		// After the sheet has returned the focus to its button.
		setTimeout(() => editor.view.focus(), wide ? 0 : 200);
	};
	const panels = (
		<Panels
			tab={tab}
			onTab={setTab}
			settings={settings}
			takes={<TakesPanel editor={editor} chapter={ids} editable={canEdit} />}
		>
			{found.isError ? (
				<p role="alert" className="text-danger">
					Couldn't load comments. {messageOf(found.error)}
				</p>
			) : (
				<CommentList
					chapter={ids}
					comments={comments}
					canComment={canComment}
					canDelete={(comment) => canEdit || comment.user_id === user?.id}
					onShow={show}
				/>
			)}
		</Panels>
	);
	return (
		<div className="flex min-h-0 flex-1">
			<div className="flex min-w-0 flex-1 flex-col">
				<div className="flex items-center justify-between gap-3 border-line border-b px-4 py-2 md:px-6">
					<TextToolbar
						editor={editor}
						history={session.history}
						canEdit={canEdit}
						canComment={canComment}
						voices={voices}
						defaults={{ heading: project.default_title_voice_id, paragraph: project.default_paragraph_voice_id }}
						nameOf={nameOf}
						speakers={speakers}
						onComment={startComment}
					/>
					{wide ? null : (
						<IconButton label="Comments, takes and settings" size="small" onClick={() => setSheetOpen(true)}>
							<PanelRight aria-hidden="true" />
						</IconButton>
					)}
				</div>
				<div className="relative min-h-0 flex-1 overflow-y-auto">
					<div className="mx-auto flex min-h-full w-full max-w-3xl flex-col px-4 pt-6 pb-16 md:px-10">
						{canEdit ? null : (
							<p className="mb-4 rounded-control bg-sunken px-3 py-2 text-muted">
								{canComment ? "You can read and comment on this project." : "You can read this project."}
							</p>
						)}
						<EditorContent editor={editor} className="flex flex-1 flex-col" />
					</div>
				</div>
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-4 py-1.5 text-[13px] text-muted md:px-6">
					<ChapterAudio project={project} chapter={chapter} editor={editor} />
					<CharacterCount editor={editor} />
				</div>
			</div>
			{wide ? (
				<aside
					aria-label="Comments, takes and settings"
					className="w-80 shrink-0 overflow-y-auto border-line border-l px-5 py-4"
				>
					{panels}
				</aside>
			) : (
				<Sheet open={sheetOpen} onOpenChange={setSheetOpen} title="Comments, takes and settings">
					<div className="px-4 pb-8">{panels}</div>
				</Sheet>
			)}
			{passage ? (
				<CommentDialog
					quote={passage.quote}
					busy={create.isPending}
					save={async (text) => {
						await create.mutateAsync({ text, ...passage });
						setPassage(null);
						setTab("comments");
					}}
					onClose={() => setPassage(null)}
				/>
			) : null}
		</div>
	);
});

type PanelsProps = {
	tab: string;
	onTab: (tab: string) => void;
	settings: ReactNode;
	takes: ReactNode;
	children: ReactNode;
};

function Panels({ tab, onTab, settings, takes, children }: PanelsProps) {
	return (
		<Tabs value={tab} onValueChange={onTab}>
			<TabsList>
				<TabsTrigger value="comments">Comments</TabsTrigger>
				<TabsTrigger value="takes">Takes</TabsTrigger>
				<TabsTrigger value="settings">Settings</TabsTrigger>
			</TabsList>
			<TabsContent value="comments">{children}</TabsContent>
			<TabsContent value="takes">{takes}</TabsContent>
			<TabsContent value="settings" className="pt-5">
				{settings}
			</TabsContent>
		</Tabs>
	);
}

function CharacterCount({ editor }: { editor: Editor }) {
	const characters = useEditorState({ editor, selector: () => characterCount(editor.state.doc) });
	return (
		<p className="ml-auto shrink-0 tabular">
			{count(characters)} of {count(maxChapterCharacters)} characters
		</p>
	);
}
