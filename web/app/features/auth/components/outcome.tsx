import { Button } from "@timbre/ui/primitives/button.tsx";
import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

type OutcomeProps = {
	tone: "good" | "bad" | "unsure";
	title: string;
	children: ReactNode;
	/** The link to continue. */
	on: { to: string; label: string };
	/** Other actions. */
	more?: ReactNode;
};

const icons = {
	good: <CircleCheck aria-hidden="true" className="mb-4 size-7 text-positive" />,
	bad: <CircleX aria-hidden="true" className="mb-4 size-7 text-danger" />,
	unsure: <CircleAlert aria-hidden="true" className="mb-4 size-7 text-warning" />,
};

/** Shows the result of opening a link from an email and a link to continue. */
export function Outcome({ tone, title, children, on, more }: OutcomeProps) {
	return (
		<section aria-labelledby="outcome" aria-live="polite">
			{icons[tone]}
			<h1 id="outcome" className="font-semibold text-2xl tracking-tight">
				{title}
			</h1>
			<p className="mt-2 text-muted">{children}</p>
			{more}
			<Button asChild variant={more ? "secondary" : "primary"} size="large" className="mt-6 w-full">
				<Link to={on.to}>{on.label}</Link>
			</Button>
		</section>
	);
}
