import type { LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { serverOwnerId } from "@timbre/contract/voice-library/rules.ts";
import { memo } from "react";
import { counted } from "../../../lib/text/format.ts";
import { VoiceBadges } from "../../voices/voices.badges.public.tsx";
import { formatSimilarity } from "../../voices/voices.format.public.ts";
import { PreviewButton, PreviewLine } from "../../voices/voices.preview.public.tsx";
import { formatOwner, libraryBadges, libraryTraits, toPreviewable } from "../model/library-text.ts";
import { AddButton } from "./add-button.tsx";
import { LibraryName } from "./library-name.tsx";

/** The similarity in a search by recording, otherwise how often the voice was added. */
function statistic({ similarity, cloned_by_count: added }: LibraryVoice): string | null {
	if (similarity !== null) return `${formatSimilarity(similarity)} similar`;
	return added > 0 ? `added ${counted(added, "time")}` : null;
}

type LibraryRowProps = { voice: LibraryVoice; onOpen: (voice: LibraryVoice) => void };

/** A library voice: the orb plays its preview, the name opens its details. */
export const LibraryRow = memo(({ voice, onOpen }: LibraryRowProps) => {
	const badges = libraryBadges(voice);
	const terms = badges.map(({ label }) => `${label}, `).join("");
	return (
		<li className="relative flex items-center gap-4 border-line border-b px-2 py-3 [contain-intrinsic-size:auto_69px] [content-visibility:auto] hover:bg-hover">
			<PreviewButton voice={toPreviewable(voice)} size={44} />
			<div className="min-w-0 flex-1">
				<div className="flex items-center gap-2">
					<LibraryName voice={voice} onOpen={onOpen} />
					<span className="relative z-10 flex gap-1.5 max-lg:hidden">
						<VoiceBadges badges={badges} />
					</span>
				</div>
				<p className="truncate text-[13px] text-muted" title={`${terms}${libraryTraits(voice)}`}>
					<span className="lg:hidden">{terms}</span>
					{libraryTraits(voice)}
				</p>
			</div>
			<p className="w-44 shrink-0 truncate text-right text-[13px] text-muted max-lg:hidden">
				{/* Most voices are shipped; only other owners are worth naming on every row. */}
				{voice.public_owner_id === serverOwnerId ? null : formatOwner(voice)}
				<span className="block tabular">{statistic(voice)}</span>
			</p>
			<AddButton voice={voice} className="relative z-10" />
			<PreviewLine voiceId={voice.voice_id} />
		</li>
	);
});
