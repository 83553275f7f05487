import { isEuropeanTimeZone } from "@timbre/contract/privacy/rules.ts";
import { Link } from "react-router";
import { timeZone } from "./model/browser-privacy.ts";
import { type RequestedTerm, useAgreement } from "./privacy.agreements.public.ts";

const notices = {
	voice_design: { doing: "generating previews", document: "rules for designed voices" },
	licensing: { doing: "publishing a voice", document: "voice library addendum" },
};

function documentPath(term: RequestedTerm): string {
	if (term === "voice_design") return "/use-policy#designed-voices";
	return isEuropeanTimeZone(timeZone()) ? "/vlaeu" : "/vla";
}

/** Says what the button beside it agrees to, until the user has agreed. */
export function AgreementNotice({ term }: { term: RequestedTerm }) {
	const { isAgreed } = useAgreement(term);
	if (isAgreed) return null;
	const { doing, document } = notices[term];
	return (
		<p className="text-[13px] text-muted">
			By {doing}, you agree to the{" "}
			<Link
				to={documentPath(term)}
				target="_blank"
				className="text-ink underline underline-offset-4 hover:no-underline"
			>
				{document}
			</Link>
			.
		</p>
	);
}
