import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Tooltip } from "@timbre/ui/primitives/overlays/tooltip.tsx";
import { CalendarClock, Coins, ShieldCheck } from "lucide-react";
import type { TermBadge } from "./voices.format.public.ts";

const icons = { rate: Coins, notice: CalendarClock, moderation: ShieldCheck };

/** Badges for custom rate, notice period and live moderation. None for default terms. */
export function VoiceBadges({ badges }: { badges: readonly TermBadge[] }) {
	return badges.map(({ kind, label, detail }) => {
		const Icon = icons[kind];
		return (
			<Tooltip key={kind} label={detail}>
				<Badge className="shrink-0 whitespace-nowrap">
					<Icon aria-hidden="true" className="size-3" />
					{label}
				</Badge>
			</Tooltip>
		);
	});
}
