import { cn } from "@timbre/ui/cn.ts";
import { Tooltip } from "@timbre/ui/primitives/overlays/tooltip.tsx";
import { NavLink } from "react-router";
import { homeItem, type NavigationItem, sidebarGroups } from "./navigation-items.ts";

export function Navigation({ collapsed = false, onNavigate }: { collapsed?: boolean; onNavigate?: () => void }) {
	return (
		<nav aria-label="Main" className="flex flex-col gap-5 px-3">
			<ul>
				<li>
					<ItemLink item={homeItem} collapsed={collapsed} onNavigate={onNavigate} />
				</li>
			</ul>
			{sidebarGroups.map((group) => (
				<div key={group.title}>
					<p className={cn("px-2 pb-1.5 font-medium text-muted text-xs", collapsed && "sr-only")}>{group.title}</p>
					<ul className="flex flex-col gap-0.5">
						{group.items.map((item) => (
							<li key={item.to}>
								<ItemLink item={item} collapsed={collapsed} onNavigate={onNavigate} />
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	);
}

type ItemLinkProps = { item: NavigationItem; collapsed: boolean; onNavigate?: () => void };

function ItemLink({ item, collapsed, onNavigate }: ItemLinkProps) {
	const Icon = item.icon;
	const link = (
		<NavLink
			to={item.to}
			end={item.exact}
			prefetch="intent"
			onClick={onNavigate}
			// Not a function of isActive: the surrounding tooltip can only pass on a string.
			className={cn(
				"flex h-8 items-center gap-2.5 rounded-control px-2 font-medium text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink",
				collapsed && "justify-center",
			)}
		>
			<Icon aria-hidden="true" className="size-4 shrink-0" />
			<span className={cn(collapsed && "sr-only")}>{item.label}</span>
		</NavLink>
	);
	return collapsed ? (
		<Tooltip label={item.label} side="right">
			{link}
		</Tooltip>
	) : (
		link
	);
}
