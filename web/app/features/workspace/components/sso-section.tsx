import { useQuery } from "@tanstack/react-query";
import { hasSso } from "@timbre/contract/workspace.sso.ts";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { LoadFailure } from "../../../shell/load-failure.tsx";
import { domainsQuery, providersQuery } from "../workspace.sso.queries.ts";
import { Part } from "./part.tsx";
import { AddDomain, DomainList } from "./sso-domains.tsx";
import { AddProvider, ProviderList } from "./sso-providers.tsx";

const domainsText =
	"Show that a domain is yours by a record in its DNS. Then people with an address of it can come in through your identity provider.";
const ssoText =
	"Members sign in where they sign in for everything else, by OpenID Connect or SAML. Whoever comes for the first time becomes an editor, as long as there are seats.";

/** Domains and single sign-on; for admins. */
export function SsoSection({ tier }: { tier: string }) {
	const domains = useQuery(domainsQuery);
	const providers = useQuery(providersQuery);
	const failed = [domains, providers].find((query) => query.isError);
	if (failed?.isError) return <LoadFailure title="Domains and single sign-on could not be loaded" query={failed} />;
	if (!domains.data || !providers.data)
		return (
			<div aria-busy="true" className="flex flex-col gap-4">
				<p className="sr-only">Loading domains and single sign-on</p>
				<Skeleton className="h-32 rounded-card" />
				<Skeleton className="h-32 rounded-card" />
			</div>
		);
	const open = hasSso(tier);
	// What a higher plan left behind can still be looked at, and taken away.
	if (!open && domains.data.length === 0)
		return (
			<Part title="Single sign-on" text={ssoText}>
				<Note>Domains and single sign-on come with the Enterprise and Trial plans.</Note>
			</Part>
		);
	const verified = domains.data.filter((domain) => domain.status === "verified");
	const free = verified.filter((domain) => !providers.data.some((provider) => provider.domain === domain.domain));
	return (
		<>
			{open ? null : (
				<Note>
					Your plan has no single sign-on any more: members sign in with their passwords. It comes with the Enterprise
					and Trial plans.
				</Note>
			)}
			<Part title="Domains" text={domainsText} action={open ? <AddDomain /> : null}>
				{domains.data.length > 0 ? <DomainList domains={domains.data} providers={providers.data} open={open} /> : null}
			</Part>
			<Part
				title="Single sign-on"
				text={ssoText}
				action={open ? <AddProvider domains={free.map((domain) => domain.domain)} /> : null}
			>
				{providers.data.length > 0 ? <ProviderList providers={providers.data} open={open} /> : null}
				{providers.data.length === 0 && verified.length === 0 ? (
					<p className="text-muted">
						Verify a domain first: an identity provider speaks for the addresses of one domain.
					</p>
				) : null}
			</Part>
		</>
	);
}

function Note({ children }: { children: ReactNode }) {
	return (
		<p className="flex items-start gap-2.5 rounded-card border border-line bg-sunken px-4 py-3 text-muted">
			<Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
			<span>{children}</span>
		</p>
	);
}
