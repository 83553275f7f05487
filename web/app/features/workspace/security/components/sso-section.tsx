import { useQuery } from "@tanstack/react-query";
import { hasSso } from "@timbre/contract/workspace/rules.ts";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { SettingsSection } from "../../components/settings-section.tsx";
import { domainsQuery, providersQuery } from "../security.sso.queries.ts";
import { AddDomain, DomainList } from "./sso-domains.tsx";
import { AddProvider, ProviderList } from "./sso-providers.tsx";

const domainsText =
	"Verify a domain with a DNS record, so that users at it can sign in through your identity provider.";
const ssoText =
	"Let members sign in through your identity provider with OpenID Connect or SAML. New users become editors while seats are available.";

/** Domains and single sign-on; for admins. */
export function SsoSection({ tier }: { tier: string }) {
	const domains = useQuery(domainsQuery);
	const providers = useQuery(providersQuery);
	const failed = [domains, providers].find((query) => query.isError);
	if (failed?.isError) return <LoadFailure title="Couldn't load domains and single sign-on" query={failed} />;
	if (!domains.data || !providers.data)
		return (
			<div aria-busy="true" className="flex flex-col gap-4">
				<p className="sr-only">Loading domains and single sign-on</p>
				<Skeleton className="h-32 rounded-card" />
				<Skeleton className="h-32 rounded-card" />
			</div>
		);
	const available = hasSso(tier);
	// After a downgrade, existing domains can still be viewed and removed.
	if (!available && domains.data.length === 0)
		return (
			<SettingsSection title="Single sign-on" text={ssoText}>
				<Note>Domains and single sign-on are available on the Enterprise and Trial plans.</Note>
			</SettingsSection>
		);
	const verified = domains.data.filter((domain) => domain.status === "verified");
	const free = verified.filter((domain) => !providers.data.some((provider) => provider.domain === domain.domain));
	return (
		<>
			{available ? null : (
				<Note>
					Your plan no longer includes single sign-on, so members sign in with passwords. It is available on the
					Enterprise and Trial plans.
				</Note>
			)}
			<SettingsSection title="Domains" text={domainsText} action={available ? <AddDomain /> : null}>
				{domains.data.length > 0 ? (
					<DomainList domains={domains.data} providers={providers.data} available={available} />
				) : null}
			</SettingsSection>
			<SettingsSection
				title="Single sign-on"
				text={ssoText}
				action={available ? <AddProvider domains={free.map((domain) => domain.domain)} /> : null}
			>
				{providers.data.length > 0 ? <ProviderList providers={providers.data} available={available} /> : null}
				{providers.data.length === 0 && verified.length === 0 ? (
					<p className="text-muted">Verify a domain first. Each identity provider belongs to one domain.</p>
				) : null}
			</SettingsSection>
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
