import type { Editor } from "@timbre/contract/studio/edit-schemas.ts";
import { Avatar } from "@timbre/ui/primitives/avatar.tsx";
import { Tooltip } from "@timbre/ui/primitives/overlays/tooltip.tsx";
import { CloudCheck, CloudOff } from "lucide-react";
import { editorColor } from "../model/carets.ts";
import type { ConnectionStatus } from "../model/chapter-connection.ts";
import type { ChapterSession } from "../model/chapter-session.ts";
import { useConnection } from "./use-chapter.ts";

const texts: Record<ConnectionStatus, string> = {
	connecting: "Connecting…",
	saved: "Saved",
	saving: "Saving…",
	offline: "Offline. Your changes are kept on this page and saved when the connection is back.",
	denied: "Not connected",
};

/** Whether the text is saved. */
export function SaveLine({ session }: { session: ChapterSession }) {
	const status = useConnection(session, (state) => state.status);
	const canEdit = useConnection(session, (state) => state.canEdit);
	const hidden = status === "saved" && !canEdit;
	return (
		<p role="status" className="flex min-w-0 items-center gap-1.5 text-[13px] text-muted">
			{status === "saved" && !hidden ? <CloudCheck aria-hidden="true" className="size-4 shrink-0" /> : null}
			{status === "offline" ? <CloudOff aria-hidden="true" className="size-4 shrink-0" /> : null}
			{hidden ? null : <span className={status === "saved" ? "max-md:sr-only" : ""}>{texts[status]}</span>}
		</p>
	);
}

const maxShown = 4;

/** Who else has the chapter open, each person once. */
export function OtherEditors({ editors }: { editors: readonly Editor[] }) {
	const people = [...new Map(editors.map((editor) => [editor.userId, editor])).values()];
	if (people.length === 0) return null;
	return (
		<ul aria-label="Also editing" className="flex items-center -space-x-1.5">
			{people.slice(0, maxShown).map(({ userId, name }) => (
				<li key={userId}>
					<Tooltip label={`Also editing: ${name}`}>
						<span
							role="img"
							aria-label={`Also editing: ${name}`}
							className="block rounded-full border-2 bg-raised"
							style={{ borderColor: editorColor(userId) }}
						>
							<Avatar name={name} className="size-6 text-[10px]" />
						</span>
					</Tooltip>
				</li>
			))}
			{people.length > maxShown ? (
				<li className="pl-3 text-[13px] text-muted">and {people.length - maxShown} more</li>
			) : null}
		</ul>
	);
}
