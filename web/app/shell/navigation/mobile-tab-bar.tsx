import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { mobileItems } from "./navigation-items.ts";

const entry =
	"flex h-14 w-full flex-col items-center justify-center gap-1 font-medium text-[11px] text-muted leading-none transition-colors aria-[current=page]:text-ink [&_svg]:size-5";

/** Bottom tab bar on small screens: four pages, and More for the rest. */
export function MobileTabBar({ onMore, moreOpen }: { onMore: () => void; moreOpen: boolean }) {
	return (
		<nav
			aria-label="Quick navigation"
			className="shrink-0 border-line border-t bg-sunken pb-[env(safe-area-inset-bottom)] md:hidden"
		>
			<ul className="grid grid-cols-5">
				{mobileItems.map(({ to, label, icon: Icon, exact }) => (
					<li key={to}>
						<NavLink to={to} end={exact} prefetch="intent" className={entry}>
							<Icon aria-hidden="true" />
							{label}
						</NavLink>
					</li>
				))}
				<li>
					<button type="button" aria-haspopup="dialog" aria-expanded={moreOpen} onClick={onMore} className={entry}>
						<Ellipsis aria-hidden="true" />
						More
					</button>
				</li>
			</ul>
		</nav>
	);
}

/** A row in the More sheet, below the navigation. */
export function MoreRow({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="flex items-center justify-between gap-4">
			<span className="text-muted">{label}</span>
			{children}
		</div>
	);
}
