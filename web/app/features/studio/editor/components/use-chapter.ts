import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { commentsQuery } from "../editor.queries.ts";
import type { ConnectionState } from "../model/chapter-connection.ts";
import { type ChapterSession, openChapter } from "../model/chapter-session.ts";

/** Opens a chapter while the component is shown. */
export function useChapter(projectId: string, chapterId: string): ChapterSession | null {
	const [session, setSession] = useState<ChapterSession | null>(null);
	const queryClient = useQueryClient();
	useEffect(() => {
		const opened = openChapter(projectId, chapterId);
		setSession(opened);
		const { queryKey } = commentsQuery({ project_id: projectId, chapter_id: chapterId });
		const stop = opened.onComments(() => void queryClient.invalidateQueries({ queryKey }));
		return () => {
			stop();
			opened.release();
		};
	}, [projectId, chapterId, queryClient]);
	return session;
}

/** Renders again only when the selected value changes: the status changes all the time while somebody types. */
export function useConnection<T>({ connection }: ChapterSession, select: (state: ConnectionState) => T): T {
	return useSyncExternalStore(connection.subscribe, () => select(connection.state()));
}
