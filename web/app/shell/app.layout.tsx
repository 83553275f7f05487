import { cn } from "@timbre/ui/cn.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Sheet } from "@timbre/ui/primitives/sheet.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Menu, PanelLeft } from "lucide-react";
import { useState } from "react";
import { type ClientLoaderFunctionArgs, Link, Outlet, redirect, useLoaderData } from "react-router";
import { CreditsLeft } from "../features/usage/usage.public.tsx";
import { home, signInPath } from "../lib/sign-in-path.ts";
import { useStored } from "../lib/use-stored.ts";
import { Logo, LogoMark } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";
import { PlayerDock } from "./player-dock.tsx";
import { fetchSession, type Session } from "./session.ts";
import { ThemeSwitch } from "./theme-switch.tsx";
import { UserMenu } from "./user-menu.tsx";

export const meta = () => [{ title: "Timbre" }, { name: "robots", content: "noindex" }];

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
	const session = await fetchSession(request.signal);
	const { pathname, search } = new URL(request.url);
	if (!session) throw redirect(signInPath(pathname + search));
	return session;
}
clientLoader.hydrate = true as const;

export default function AppLayout() {
	const { user } = useLoaderData<typeof clientLoader>();
	const [rail, setRail] = useStored("rail", "open");
	const [menuOpen, setMenuOpen] = useState(false);
	const collapsed = rail === "icons";
	return (
		<div className="flex h-dvh flex-col overflow-hidden">
			<a
				href="#content"
				className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-ink focus:px-3 focus:py-2 focus:text-on-ink"
			>
				Skip to content
			</a>
			<header className="flex h-12 shrink-0 items-center justify-between border-line border-b px-2 md:hidden">
				<IconButton label="Open menu" tooltip={false} onClick={() => setMenuOpen(true)}>
					<Menu aria-hidden="true" />
				</IconButton>
				<Link to={home} aria-label="Timbre, home">
					<Logo />
				</Link>
				<div className="flex w-9 justify-end">
					<UserMenu user={user} collapsed />
				</div>
			</header>
			<Sheet open={menuOpen} onOpenChange={setMenuOpen} side="left" title="Menu">
				<div className="flex h-full flex-col justify-between gap-6 pt-2">
					<Navigation onNavigate={() => setMenuOpen(false)} />
					<div className="flex flex-col gap-3 border-line border-t p-4">
						<CreditsLeft />
						<ThemeSwitch />
					</div>
				</div>
			</Sheet>
			<div className="flex min-h-0 flex-1">
				<Rail user={user} collapsed={collapsed} onToggle={() => setRail(collapsed ? "open" : "icons")} />
				<main id="content" tabIndex={-1} className="min-w-0 flex-1 overflow-y-auto outline-none">
					<Outlet />
				</main>
			</div>
			<PlayerDock />
		</div>
	);
}

function Rail({ user, collapsed, onToggle }: { user: Session["user"]; collapsed: boolean; onToggle: () => void }) {
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
				{collapsed ? (
					<Link to={home} aria-label="Timbre, home">
						<LogoMark className="size-5" />
					</Link>
				) : (
					<>
						<Link to={home} aria-label="Timbre, home">
							<Logo />
						</Link>
						<IconButton label="Collapse sidebar" size="small" onClick={onToggle}>
							<PanelLeft aria-hidden="true" />
						</IconButton>
					</>
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
					<UserMenu user={user} collapsed />
				</div>
			) : (
				<div className="flex flex-col gap-3 border-line border-t p-3">
					<CreditsLeft className="px-1" />
					<div className="flex items-center gap-1">
						<UserMenu user={user} />
						<ThemeSwitch />
					</div>
				</div>
			)}
		</aside>
	);
}

export function HydrateFallback() {
	return (
		<div className="flex h-dvh" aria-busy="true">
			<div className="hidden w-60 flex-col gap-3 border-line border-r bg-sunken p-5 md:flex">
				<Logo />
				<Skeleton className="mt-4 h-7" />
				<Skeleton className="h-7" />
				<Skeleton className="h-7" />
			</div>
			<main className="flex-1 p-10">
				<p className="sr-only">Loading Timbre</p>
				<Skeleton className="h-7 w-48" />
				<Skeleton className="mt-6 h-64 w-full max-w-3xl" />
				<noscript>
					<p className="mt-6">The app needs JavaScript. The home page and the API do not.</p>
				</noscript>
			</main>
		</div>
	);
}
