import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { AudioLines, Copy, Ellipsis, FileCheck, FolderPlus, Pencil, Share2, Trash2, WandSparkles } from "lucide-react";
import { Link } from "react-router";
import { speechPath } from "../../../../lib/session/redirect.ts";
import { copyVoiceId } from "../../voices.detail.public.tsx";
import { designPath } from "../../voices.public.ts";
import { canEdit, canShare } from "../model/voice-rights.ts";
import { creationPath } from "../model/voice-state.ts";

export type VoiceMenuActions = {
	open: (voice: Voice) => void;
	close: () => void;
	edit: (voice: Voice) => void;
	collect: (voice: Voice) => void;
	share: (voice: Voice) => void;
	remove: (voice: Voice) => void;
};

export function VoiceMenu({ voice, actions }: { voice: Voice; actions: VoiceMenuActions }) {
	return (
		<DropdownMenu>
			<DropdownMenuTrigger asChild>
				<IconButton label={`More actions for ${voice.name}`} tooltip={false} size="small">
					<Ellipsis aria-hidden="true" />
				</IconButton>
			</DropdownMenuTrigger>
			<DropdownMenuContent align="end">
				{voice.disabled ? null : (
					<DropdownMenuItem asChild>
						<Link to={`${speechPath}?voice=${voice.voice_id}`}>
							<AudioLines aria-hidden="true" />
							Use for speech
						</Link>
					</DropdownMenuItem>
				)}
				<DropdownMenuItem onSelect={() => actions.collect(voice)}>
					<FolderPlus aria-hidden="true" />
					Collections
				</DropdownMenuItem>
				{voice.disabled ? null : (
					<DropdownMenuItem asChild>
						<Link to={`${designPath}?voice=${voice.voice_id}`}>
							<WandSparkles aria-hidden="true" />
							Remix voice
						</Link>
					</DropdownMenuItem>
				)}
				{voice.is_owner && voice.voice_verification?.requires_verification ? (
					<DropdownMenuItem asChild>
						<Link to={creationPath(voice)}>
							<FileCheck aria-hidden="true" />
							Recordings and consent
						</Link>
					</DropdownMenuItem>
				) : null}
				{canShare(voice) ? (
					<DropdownMenuItem onSelect={() => actions.share(voice)}>
						<Share2 aria-hidden="true" />
						Share and publish
					</DropdownMenuItem>
				) : null}
				<DropdownMenuItem onSelect={() => copyVoiceId(voice.voice_id)}>
					<Copy aria-hidden="true" />
					Copy voice ID
				</DropdownMenuItem>
				{canEdit(voice) ? (
					<>
						<DropdownMenuSeparator />
						<DropdownMenuItem onSelect={() => actions.edit(voice)}>
							<Pencil aria-hidden="true" />
							Edit
						</DropdownMenuItem>
						<DropdownMenuItem onSelect={() => actions.remove(voice)}>
							<Trash2 aria-hidden="true" />
							{voice.origin === "library" ? "Remove" : "Delete"}
						</DropdownMenuItem>
					</>
				) : null}
			</DropdownMenuContent>
		</DropdownMenu>
	);
}
