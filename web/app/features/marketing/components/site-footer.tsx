import { Link } from "react-router";
import { Logo } from "../../../shell/logo.tsx";
import { ThemeSwitch } from "../../../shell/theme-switch.tsx";

export function SiteFooter() {
	return (
		<footer className="border-line border-t px-5 text-sm">
			<div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-4 py-8">
				<div className="flex flex-wrap items-center gap-x-6 gap-y-2">
					<Logo />
					<p className="text-muted">Free software under the AGPL 3.0.</p>
				</div>
				<div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-muted">
					<Link to="/app/sign-in" className="hover:text-ink">
						Sign in
					</Link>
					<Link to="/app/sign-up" className="hover:text-ink">
						Create account
					</Link>
					<ThemeSwitch />
				</div>
			</div>
		</footer>
	);
}
