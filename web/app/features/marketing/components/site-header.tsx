import { Button } from "@timbre/ui/primitives/button.tsx";
import { Link } from "react-router";
import { Logo } from "../../../shell/logo.tsx";

export function SiteHeader() {
	return (
		<header className="border-line border-b px-5">
			<div className="mx-auto flex h-14 max-w-6xl items-center justify-between gap-6 text-sm">
				<Link to="/" aria-label="Timbre, home" className="rounded-sm">
					<Logo />
				</Link>
				<nav aria-label="This page" className="flex gap-6 text-muted max-md:hidden">
					<a href="#today" className="hover:text-ink">
						What it does
					</a>
					<a href="#run" className="hover:text-ink">
						Run it
					</a>
					<a href="#api" className="hover:text-ink">
						API
					</a>
				</nav>
				<div className="flex items-center gap-1">
					<Button asChild variant="quiet" size="small">
						<Link to="/app/sign-in">Sign in</Link>
					</Button>
					<Button asChild variant="primary" size="small">
						<Link to="/app/sign-up">Create account</Link>
					</Button>
				</div>
			</div>
		</header>
	);
}
