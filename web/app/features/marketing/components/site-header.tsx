import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { BySession } from "../../../shell/page/by-session.tsx";
import { Logo } from "../../../shell/page/logo.tsx";
import { productMenu, topLinks } from "../model/site-links.ts";

const primaryLink = "rounded-control bg-ink px-3 py-1.5 font-medium text-on-ink hover:bg-ink-hover";

export function SiteHeader() {
	return (
		<header lang="en" dir="ltr" className="relative z-10 border-line border-b bg-surface px-5">
			<div className="mx-auto flex h-14 max-w-6xl items-center justify-between gap-6 text-sm">
				<Link to="/" className="flex rounded-sm">
					<Logo />
					<span className="sr-only">, home</span>
				</Link>
				<nav aria-label="Main" className="flex items-center gap-1 max-lg:hidden">
					<Menu label="Product" className="left-0 w-[260px]">
						<div className="p-6">
							<Group links={productMenu} />
						</div>
					</Menu>
					{topLinks.map(({ to, label }) => (
						<Link key={to} to={to} className="rounded-control px-3 py-2 text-muted hover:bg-hover hover:text-ink">
							{label}
						</Link>
					))}
				</nav>
				<div className="flex items-center gap-1">
					<BySession
						signedOut={
							<>
								<Link to="/app/sign-in" className="rounded-control px-3 py-1.5 hover:bg-hover max-sm:hidden">
									Sign in
								</Link>
								<Link to="/app/sign-up" className={primaryLink}>
									Create account
								</Link>
							</>
						}
						signedIn={
							<Link to="/app" className={primaryLink}>
								Open app
							</Link>
						}
					/>
					<nav aria-label="Main menu" className="lg:hidden">
						<Menu label="Menu" className="inset-x-0 top-14 max-h-[calc(100dvh-56px)] overflow-y-auto border-x-0" phone>
							<div className="grid grid-cols-2 gap-x-8 gap-y-6 px-5 py-6">
								<Group title="Product" links={productMenu} />
								<Group title="More" links={[...topLinks, { to: "/about", label: "About" }]}>
									<BySession
										signedOut={<GroupLink to="/app/sign-in" label="Sign in" />}
										signedIn={<GroupLink to="/app" label="Open app" />}
									/>
								</Group>
							</div>
						</Menu>
					</nav>
				</div>
			</div>
		</header>
	);
}

type MenuProps = { label: string; className: string; phone?: boolean; children: ReactNode };

/** Opens without JavaScript. With it, Escape, a press outside and navigation also close it. */
function Menu({ label, className, phone = false, children }: MenuProps) {
	const details = useRef<HTMLDetailsElement>(null);
	const { key } = useLocation();
	const close = useCallback(() => details.current?.removeAttribute("open"), []);
	const shown = useRef(key);
	useEffect(() => {
		// Close on navigation only, so a menu opened before hydration stays open.
		if (shown.current === key) return;
		shown.current = key;
		close();
	}, [key, close]);
	useEffect(() => {
		const onPress = (event: PointerEvent) => {
			if (event.target instanceof Node && !details.current?.contains(event.target)) close();
		};
		document.addEventListener("pointerdown", onPress);
		return () => document.removeEventListener("pointerdown", onPress);
	}, [close]);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Escape" || !details.current?.open) return;
		close();
		details.current.querySelector("summary")?.focus();
	};
	return (
		<details ref={details} onKeyDown={onKeyDown} className={phone ? "group" : "group relative"}>
			<summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-control px-3 py-2 text-muted hover:bg-hover hover:text-ink group-open:text-ink [&::-webkit-details-marker]:hidden">
				{label}
				<svg
					aria-hidden="true"
					viewBox="0 0 10 6"
					className="w-2.5 transition-transform group-open:rotate-180"
					fill="none"
				>
					<path d="m1 1 4 4 4-4" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
				</svg>
			</summary>
			<div
				className={`absolute rounded-card border border-line bg-raised shadow-float ${phone ? "rounded-t-none" : "mt-2"} ${className}`}
			>
				{children}
			</div>
		</details>
	);
}

type GroupProps = { title?: string; links: { to: string; label: string }[]; children?: ReactNode };

function Group({ title, links, children }: GroupProps) {
	return (
		<div>
			{title ? <p className="mb-2 text-muted text-xs">{title}</p> : null}
			<ul>
				{links.map(({ to, label }) => (
					<li key={to}>
						<GroupLink to={to} label={label} />
					</li>
				))}
				{children ? <li>{children}</li> : null}
			</ul>
		</div>
	);
}

function GroupLink({ to, label }: { to: string; label: string }) {
	return (
		<Link to={to} className="-mx-2 block rounded-control px-2 py-1.5 text-[15px] hover:bg-hover">
			{label}
		</Link>
	);
}
