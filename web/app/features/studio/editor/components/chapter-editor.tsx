import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { CircleSlash } from "lucide-react";
import type { ChapterSession } from "../model/chapter-session.ts";
import type { ChapterEditorProps } from "./chapter-editor-props.ts";
import { OtherEditors, SaveLine } from "./chapter-status.tsx";
import { ChapterText } from "./chapter-text.tsx";
import { useChapter, useConnection } from "./use-chapter.ts";

/** The text of a chapter. Give it a key, because it opens one chapter. */
export function ChapterEditor(props: ChapterEditorProps) {
	const session = useChapter(props.project.project_id, props.chapter.chapter_id);
	if (session) return <OpenChapter {...props} session={session} />;
	return (
		<>
			{props.heading(null)}
			<Loading />
		</>
	);
}

function OpenChapter({ heading, ...props }: ChapterEditorProps & { session: ChapterSession }) {
	const { session } = props;
	const editors = useConnection(session, (state) => state.editors);
	const canEdit = useConnection(session, (state) => state.canEdit);
	const synced = useConnection(session, (state) => state.synced);
	const error = useConnection(session, (state) => state.error);
	const denied = useConnection(session, (state) => state.status === "denied");
	return (
		<>
			{heading(
				<>
					<OtherEditors editors={editors} />
					<SaveLine session={session} />
				</>,
			)}
			{error !== null && synced ? (
				<p role="alert" className="border-line border-b bg-sunken px-4 py-2 md:px-6">
					{error}
				</p>
			) : null}
			{denied && !synced ? (
				<EmptyState icon={<CircleSlash aria-hidden="true" />} title="Couldn't open this chapter">
					{error}
				</EmptyState>
			) : null}
			{!denied && !synced ? <Loading /> : null}
			{synced ? <ChapterText {...props} canEdit={canEdit} editors={editors} /> : null}
		</>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="mx-auto w-full max-w-3xl px-4 py-8 md:px-8">
			<p className="sr-only">Loading chapter</p>
			<Skeleton className="h-8 w-1/2" />
			<Skeleton className="mt-6 h-20" />
			<Skeleton className="mt-4 h-28" />
		</div>
	);
}
