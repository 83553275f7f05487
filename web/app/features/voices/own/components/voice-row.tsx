import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Tooltip } from "@timbre/ui/primitives/overlays/tooltip.tsx";
import { Star } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import { speechPath } from "../../../../lib/session/redirect.ts";
import { VoiceBadges } from "../../voices.badges.public.tsx";
import { formatSimilarity, shortOrigin, termBadges, termsOf } from "../../voices.format.public.ts";
import { PreviewButton, PreviewLine } from "../../voices.preview.public.tsx";
import { voiceTraits } from "../../voices.public.ts";
import { type VoiceState, voiceState } from "../model/voice-state.ts";
import { useFavorite } from "../own.queries.ts";
import { VoiceMenu, type VoiceMenuActions } from "./voice-menu.tsx";

type VoiceRowProps = { voice: Voice; actions: VoiceMenuActions };

/** A usable voice: the orb plays its preview, the name opens its details. */
export const VoiceRow = memo(({ voice, actions }: VoiceRowProps) => {
	const state = voiceState(voice);
	return (
		<li className="relative flex items-center gap-4 border-line border-b px-2 py-3 hover:bg-hover">
			<PreviewButton voice={voice} size={44} />
			<div className="min-w-0 flex-1">
				<div className="flex items-center gap-2">
					<h2 className="min-w-0 truncate font-medium" title={voice.name}>
						<button
							type="button"
							aria-haspopup="dialog"
							onClick={() => actions.open(voice)}
							// The click area covers the full row; controls above it stay clickable.
							className="max-w-full truncate rounded-sm align-bottom after:absolute after:inset-0"
						>
							{voice.name}
						</button>
					</h2>
					{voice.origin === "shipped" ? null : <Badge className="shrink-0 max-sm:hidden">{originBadge(voice)}</Badge>}
					<span className="relative z-10 flex gap-1.5 max-lg:hidden">
						<VoiceBadges badges={termBadges(termsOf(voice))} />
					</span>
				</div>
				<p className="flex items-center gap-2 text-[13px] text-muted">
					{state ? (
						<Tooltip label={state.detail}>
							<Badge tone={state.tone} className="relative z-10 shrink-0">
								{state.label}
							</Badge>
						</Tooltip>
					) : null}
					<span className="min-w-0 truncate" title={`${originBadge(voice)}, ${voiceTraits(voice)}`}>
						{voice.origin === "shipped" ? null : <span className="sm:hidden">{originBadge(voice)}, </span>}
						{voiceTraits(voice)}
					</span>
				</p>
			</div>
			<span className="relative z-10 flex items-center gap-1">
				<FavoriteButton voice={voice} />
				<PrimaryAction voice={voice} state={state} />
				<VoiceMenu voice={voice} actions={actions} />
			</span>
			<PreviewLine voiceId={voice.voice_id} />
		</li>
	);
});

/** The main action: use the voice, or complete what it still needs. */
function PrimaryAction({ voice, state }: { voice: Voice; state: VoiceState | null }) {
	if (!voice.disabled) {
		return (
			<Button asChild size="small" className="max-sm:hidden">
				<Link to={`${speechPath}?voice=${voice.voice_id}`} aria-label={`Use ${voice.name} for speech`}>
					Use
				</Link>
			</Button>
		);
	}
	if (!state?.next || !voice.is_owner) return null;
	return (
		<Button asChild size="small" className="max-sm:hidden">
			<Link to={state.next.to} aria-label={`${state.next.label}: ${voice.name}`}>
				{state.next.label}
			</Link>
		</Button>
	);
}

function originBadge({ origin, similarity }: Voice): string {
	return similarity === null ? shortOrigin(origin) : `${shortOrigin(origin)}, ${formatSimilarity(similarity)}`;
}

function FavoriteButton({ voice }: { voice: Voice }) {
	const favorite = useFavorite();
	const isFavorite = voice.favorited_at_unix !== null;
	return (
		<IconButton
			label={`Favorite: ${voice.name}`}
			aria-pressed={isFavorite}
			tooltip={false}
			size="small"
			onClick={() => favorite.mutate({ voice, favorite: !isFavorite })}
		>
			<Star aria-hidden="true" className={cn(isFavorite && "fill-current text-ink")} />
		</IconButton>
	);
}
