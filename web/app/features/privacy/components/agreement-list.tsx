import { useQuery } from "@tanstack/react-query";
import { type Agreement, agreements, plannedAgreements } from "@timbre/contract/privacy/rules.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { dateOf } from "../../../lib/text/format.ts";
import { userQuery } from "../../usage/usage.public.ts";

const terms: Record<Agreement, { name: string; asked: string }> = {
	privacy: { name: "Privacy policy", asked: "Asked when you create an account." },
	content: { name: "Use policy", asked: "Asked when you create an account." },
	voice_design: { name: "Rules for designed voices", asked: "Asked when you design a voice." },
	licensing: { name: "Voice library addendum", asked: "Asked when you publish a voice." },
	conversational_ai: { name: "Agents", asked: "Will be asked when you create an agent." },
	publishing_payouts: { name: "Payouts", asked: "Will be asked when you request a payout." },
	batch_calling: { name: "Batch calls", asked: "Will be asked when you start a batch call." },
};
const isPlanned = (term: Agreement) => plannedAgreements.includes(term);
const listed = agreements.toSorted((one, other) => Number(isPlanned(one)) - Number(isPlanned(other)));

/** All terms, with the date the user agreed to each. */
export function AgreementList() {
	const { data: user } = useQuery(userQuery);
	if (!user) return <Skeleton className="h-40" />;
	return (
		<Card>
			<ul aria-label="Terms" className="divide-y divide-line">
				{listed.map((term) => {
					const at = user.terms_agreed_to[term];
					return (
						<li key={term} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3 sm:px-5">
							<div className="min-w-0">
								<p className="font-medium">{terms[term].name}</p>
								{at === undefined ? <p className="text-[13px] text-muted">{terms[term].asked}</p> : null}
							</div>
							{at === undefined && isPlanned(term) ? <Badge>Planned</Badge> : null}
							<p className="text-[13px] text-muted">
								{at === undefined ? (isPlanned(term) ? "" : "Not agreed yet") : `Agreed on ${dateOf(at)}`}
							</p>
						</li>
					);
				})}
			</ul>
		</Card>
	);
}
