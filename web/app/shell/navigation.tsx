import { cn } from "@timbre/ui/cn.ts";
import { Tooltip } from "@timbre/ui/primitives/tooltip.tsx";
import {
	AudioLines,
	BookA,
	ChartColumn,
	History,
	KeyRound,
	type LucideIcon,
	MessagesSquare,
	UsersRound,
} from "lucide-react";
import { NavLink } from "react-router";

/** `exact`: a page below it has an entry of its own. */
type Destination = { to: string; label: string; icon: LucideIcon; exact?: boolean };

const groups: { title: string; destinations: Destination[] }[] = [
	{
		title: "Create",
		destinations: [
			{ to: "/app/speech-synthesis/text-to-speech", label: "Text to speech", icon: AudioLines, exact: true },
			{ to: "/app/speech-synthesis/text-to-dialogue", label: "Dialogue", icon: MessagesSquare },
			{ to: "/app/speech-synthesis/text-to-speech/history", label: "History", icon: History },
			{ to: "/app/speech-synthesis/pronunciation", label: "Pronunciation", icon: BookA },
		],
	},
	{ title: "Voices", destinations: [{ to: "/app/voices", label: "All voices", icon: UsersRound }] },
	{
		title: "Build",
		destinations: [
			{ to: "/app/settings/api-keys", label: "API keys", icon: KeyRound },
			{ to: "/app/usage", label: "Usage", icon: ChartColumn },
		],
	},
];

export function Navigation({ collapsed = false, onNavigate }: { collapsed?: boolean; onNavigate?: () => void }) {
	return (
		<nav aria-label="Main" className="flex flex-col gap-5 px-3">
			{groups.map((group) => (
				<div key={group.title}>
					<p className={cn("px-2 pb-1.5 font-medium text-muted text-xs", collapsed && "sr-only")}>{group.title}</p>
					<ul className="flex flex-col gap-0.5">
						{group.destinations.map((destination) => (
							<li key={destination.to}>
								<Destination destination={destination} collapsed={collapsed} onNavigate={onNavigate} />
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	);
}

type DestinationProps = { destination: Destination; collapsed: boolean; onNavigate?: () => void };

function Destination({ destination, collapsed, onNavigate }: DestinationProps) {
	const Icon = destination.icon;
	const link = (
		<NavLink
			to={destination.to}
			end={destination.exact}
			onClick={onNavigate}
			// Not a function of isActive: the tooltip around it can only hand on a text.
			className={cn(
				"flex h-8 items-center gap-2.5 rounded-control px-2 font-medium text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink",
				collapsed && "justify-center",
			)}
		>
			<Icon aria-hidden="true" className="size-4 shrink-0" />
			<span className={cn(collapsed && "sr-only")}>{destination.label}</span>
		</NavLink>
	);
	return collapsed ? (
		<Tooltip label={destination.label} side="right">
			{link}
		</Tooltip>
	) : (
		link
	);
}
