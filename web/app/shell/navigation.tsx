import { cn } from "@timbre/ui/cn.ts";
import { Tooltip } from "@timbre/ui/primitives/tooltip.tsx";
import { NavLink } from "react-router";
import { homePlace, type Place, railGroups } from "./navigation-places.ts";

export function Navigation({ collapsed = false, onNavigate }: { collapsed?: boolean; onNavigate?: () => void }) {
	return (
		<nav aria-label="Main" className="flex flex-col gap-5 px-3">
			<ul>
				<li>
					<PlaceLink place={homePlace} collapsed={collapsed} onNavigate={onNavigate} />
				</li>
			</ul>
			{railGroups.map((group) => (
				<div key={group.title}>
					<p className={cn("px-2 pb-1.5 font-medium text-muted text-xs", collapsed && "sr-only")}>{group.title}</p>
					<ul className="flex flex-col gap-0.5">
						{group.places.map((place) => (
							<li key={place.to}>
								<PlaceLink place={place} collapsed={collapsed} onNavigate={onNavigate} />
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	);
}

type PlaceLinkProps = { place: Place; collapsed: boolean; onNavigate?: () => void };

function PlaceLink({ place, collapsed, onNavigate }: PlaceLinkProps) {
	const Icon = place.icon;
	const link = (
		<NavLink
			to={place.to}
			end={place.exact}
			prefetch="intent"
			onClick={onNavigate}
			// Not a function of isActive: the tooltip around it can only hand on a text.
			className={cn(
				"flex h-8 items-center gap-2.5 rounded-control px-2 font-medium text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink",
				collapsed && "justify-center",
			)}
		>
			<Icon aria-hidden="true" className="size-4 shrink-0" />
			<span className={cn(collapsed && "sr-only")}>{place.label}</span>
		</NavLink>
	);
	return collapsed ? (
		<Tooltip label={place.label} side="right">
			{link}
		</Tooltip>
	) : (
		link
	);
}
