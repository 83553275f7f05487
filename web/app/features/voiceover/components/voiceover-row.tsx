import type { VoiceoverItem } from "@timbre/contract/voiceover/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { ago, counted } from "../../../lib/text/format.ts";
import { voiceoverPath } from "../voiceover.queries.ts";

type VoiceoverRowProps = { voiceover: VoiceoverItem; onRename: () => void; onDelete: () => void };

export function VoiceoverRow({ voiceover, onRename, onDelete }: VoiceoverRowProps) {
	const { voiceover_id, name, lines, updated_at_unix, can_edit, can_delete } = voiceover;
	return (
		<li className="flex items-center gap-4 border-line border-b px-4 py-3 last:border-b-0">
			<div className="min-w-0 flex-1">
				<h3 className="flex items-center gap-2">
					<Link
						to={voiceoverPath(voiceover_id)}
						title={name}
						className="truncate rounded-sm font-medium underline-offset-4 hover:underline"
					>
						{name}
					</Link>
					{can_edit ? null : <Badge>Read only</Badge>}
				</h3>
				<p className="truncate text-[13px] text-muted">
					{counted(lines, "line")}, changed {ago(updated_at_unix)}
				</p>
			</div>
			{can_edit ? (
				<DropdownMenu>
					<DropdownMenuTrigger asChild>
						<IconButton label={`More actions for ${name}`} tooltip={false} size="small">
							<Ellipsis aria-hidden="true" />
						</IconButton>
					</DropdownMenuTrigger>
					<DropdownMenuContent align="end">
						<DropdownMenuItem onSelect={onRename}>
							<Pencil aria-hidden="true" />
							Rename
						</DropdownMenuItem>
						{can_delete ? (
							<DropdownMenuItem onSelect={onDelete}>
								<Trash2 aria-hidden="true" />
								Delete
							</DropdownMenuItem>
						) : null}
					</DropdownMenuContent>
				</DropdownMenu>
			) : null}
		</li>
	);
}
