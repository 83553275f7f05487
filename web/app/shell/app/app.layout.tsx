import { cn } from "@timbre/ui/cn.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { PanelLeft, Search } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { type ClientLoaderFunctionArgs, Link, Outlet, redirect, useLoaderData } from "react-router";
import { UnverifiedBanner } from "../../features/auth/auth.unverified.public.tsx";
import { NotificationBell, NotificationsFeed } from "../../features/notifications/notifications.public.tsx";
import { RequiredTerms } from "../../features/privacy/privacy.terms.public.tsx";
import { ModerationWarning } from "../../features/safety/safety.warning.public.tsx";
import { CreditsLeft } from "../../features/usage/usage.credits.public.tsx";
import { VoiceSafety } from "../../features/voice-making/voice-making.safety.public.tsx";
import { home, signInPath } from "../../lib/session/redirect.ts";
import { useStored } from "../../lib/storage/use-stored.ts";
import { MobileTabBar, MoreRow } from "../navigation/mobile-tab-bar.tsx";
import { Navigation } from "../navigation/navigation.tsx";
import { ThemeSwitch } from "../navigation/theme-switch.tsx";
import { UserMenu } from "../navigation/user-menu.tsx";
import { WorkspaceSwitcher } from "../navigation/workspace-switcher.tsx";
import { Logo, LogoMark } from "../page/logo.tsx";
import { Overlays, useOverlays } from "../palette/overlays.tsx";
import { isApple } from "../palette/shortcut-keys.ts";
import { Dock } from "../player/dock.tsx";
import { PlayerDock } from "../player/player-dock.tsx";
import { fetchSession, useUser } from "../session/session.ts";
import { SessionWatch } from "../session/session-watch.tsx";
import { TwoFactorNotice } from "../session/two-factor-notice.tsx";
import { AppFallback } from "./app-fallback.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { RouteChange } from "./route-change.tsx";

export const meta = () => [{ title: "Timbre" }, { name: "robots", content: "noindex" }];

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
	const session = await fetchSession(request.signal);
	const { pathname, search } = new URL(request.url);
	if (!session) throw redirect(signInPath(pathname + search));
	return session;
}
clientLoader.hydrate = true as const;

/** The session is the same on every page; if it ends, the next request reports it. */
export const shouldRevalidate = () => false;

export default function AppLayout() {
	const loaded = useLoaderData<typeof clientLoader>();
	const user = useUser() ?? loaded.user;
	const [sidebar, setSidebar] = useStored("rail", "open");
	const [moreOpen, setMoreOpen] = useState(false);
	const overlays = useOverlays();
	const main = useRef<HTMLElement>(null);
	const collapsed = sidebar === "icons";
	const userMenu = (small: boolean) => <UserMenu user={user} collapsed={small} onShortcuts={overlays.shortcuts} />;
	return (
		<div className="flex h-dvh flex-col overflow-hidden">
			<a
				href="#content"
				className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-ink focus:px-3 focus:py-2 focus:text-on-ink"
			>
				Skip to content
			</a>
			<OfflineBanner />
			<UnverifiedBanner email={user.email} verified={user.emailVerified} />
			<TwoFactorNotice />
			<ModerationWarning />
			<header className="flex h-12 shrink-0 items-center gap-1 border-line border-b px-4 md:hidden">
				<Link to={home} aria-label="Timbre, home" className="mr-auto">
					<Logo />
				</Link>
				<IconButton label="Search" tooltip={false} onClick={overlays.palette}>
					<Search aria-hidden="true" />
				</IconButton>
				<NotificationBell size="medium" />
				{userMenu(true)}
			</header>
			<div className="flex min-h-0 flex-1">
				<Sidebar
					collapsed={collapsed}
					onToggle={() => setSidebar(collapsed ? "open" : "icons")}
					onSearch={overlays.palette}
					onSearchHover={overlays.preload}
					userMenu={userMenu(collapsed)}
				/>
				<main ref={main} id="content" tabIndex={-1} className="relative min-w-0 flex-1 overflow-y-auto outline-none">
					<Outlet />
				</main>
			</div>
			<Dock>
				<PlayerDock />
				<MobileTabBar onMore={() => setMoreOpen(true)} moreOpen={moreOpen} />
			</Dock>
			<Sheet open={moreOpen} onOpenChange={setMoreOpen} title="More">
				<More onNavigate={() => setMoreOpen(false)} />
			</Sheet>
			<Overlays overlays={overlays} />
			<RouteChange main={main} />
			<NotificationsFeed />
			<RequiredTerms />
			<VoiceSafety />
			<SessionWatch />
		</div>
	);
}

function More({ onNavigate }: { onNavigate: () => void }) {
	return (
		<div className="flex flex-col gap-5 pt-1 pb-6">
			<div className="px-3">
				<WorkspaceSwitcher onNavigate={onNavigate} />
			</div>
			<Navigation onNavigate={onNavigate} />
			<div className="flex flex-col gap-4 border-line border-t px-5 pt-4">
				<CreditsLeft />
				<MoreRow label="Theme">
					<ThemeSwitch />
				</MoreRow>
			</div>
		</div>
	);
}

type SidebarProps = {
	collapsed: boolean;
	onToggle: () => void;
	onSearch: () => void;
	onSearchHover: () => void;
	userMenu: ReactNode;
};

function Sidebar({ collapsed, onToggle, onSearch, onSearchHover, userMenu }: SidebarProps) {
	return (
		<aside
			aria-label="Sidebar"
			className={cn(
				"hidden shrink-0 flex-col border-line border-r bg-sunken transition-[width] md:flex",
				collapsed ? "w-14" : "w-60",
			)}
		>
			<div
				className={cn("flex h-14 shrink-0 items-center", collapsed ? "justify-center" : "justify-between pr-2 pl-5")}
			>
				<Link to={home} prefetch="intent" aria-label="Timbre, home">
					{collapsed ? <LogoMark className="size-5" /> : <Logo />}
				</Link>
				{collapsed ? null : (
					<div className="flex items-center">
						<NotificationBell />
						<IconButton label="Collapse sidebar" size="small" onClick={onToggle}>
							<PanelLeft aria-hidden="true" />
						</IconButton>
					</div>
				)}
			</div>
			<div className={cn("flex shrink-0 flex-col gap-2 px-3 pb-2", collapsed && "items-center")}>
				{collapsed ? <NotificationBell /> : null}
				<WorkspaceSwitcher collapsed={collapsed} />
				{collapsed ? (
					<IconButton label="Search" size="small" onClick={onSearch} onPointerEnter={onSearchHover}>
						<Search aria-hidden="true" />
					</IconButton>
				) : (
					<button
						type="button"
						onClick={onSearch}
						onPointerEnter={onSearchHover}
						className="flex h-8 items-center gap-2.5 rounded-control px-2 text-left text-muted transition-colors hover:bg-hover hover:text-ink"
					>
						<Search aria-hidden="true" className="size-4 shrink-0" />
						<span className="flex-1 font-medium">Search</span>
						<Kbd aria-hidden="true">{isApple ? "⌘K" : "Ctrl K"}</Kbd>
					</button>
				)}
			</div>
			<div className="min-h-0 flex-1 overflow-y-auto pt-2 pb-4">
				<Navigation collapsed={collapsed} />
			</div>
			{collapsed ? (
				<div className="flex flex-col items-center gap-2 border-line border-t py-3">
					<IconButton label="Expand sidebar" size="small" onClick={onToggle}>
						<PanelLeft aria-hidden="true" />
					</IconButton>
					{userMenu}
				</div>
			) : (
				<div className="flex flex-col gap-3 border-line border-t p-3">
					<CreditsLeft className="px-1" />
					<div className="flex items-center gap-1">
						{userMenu}
						<ThemeSwitch />
					</div>
				</div>
			)}
		</aside>
	);
}

export function HydrateFallback() {
	return <AppFallback />;
}
