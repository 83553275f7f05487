import { Link } from "react-router";
import { VisitorChoices } from "../../privacy/privacy.choices.public.tsx";
import { siteMeta } from "../model/meta.ts";

export const meta = () =>
	siteMeta({
		title: "Your privacy choices",
		description:
			"Choose whether your visits are counted in this browser, and opt out of the sale and sharing of your data.",
		path: "/privacy-choices",
		image: "/og/privacy.png",
	});

export default function PrivacyChoicesPage() {
	return (
		<div className="mx-auto w-full max-w-2xl px-5 pt-14 pb-24 md:pt-20">
			<h1 className="font-serif text-4xl leading-tight tracking-tight md:text-5xl">Your privacy choices</h1>
			<p className="mt-4 mb-8 text-muted">
				These choices apply to this browser, with or without an account. See{" "}
				<Link to="/privacy" className="text-ink underline underline-offset-4 hover:no-underline">
					privacy
				</Link>{" "}
				for what is stored and why.
			</p>
			<VisitorChoices />
		</div>
	);
}
