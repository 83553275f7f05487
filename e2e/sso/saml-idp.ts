// A real SAML identity provider that can also send what a malicious or broken one would.
import { randomUUID } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { KeyPair } from "@timbre/server/testing/certificate.ts";
import samlify from "samlify";

export const samlEntityId = "https://idp.company.example/saml";
export const samlSignInUrl = "https://idp.company.example/sign-in";

export type ResponseOptions = {
	email: string;
	/** Overrides values of the response before signing. */
	change?: Partial<Values>;
	/** Rewrites the complete XML before signing. */
	rewrite?: (xml: string) => string;
	algorithm?: string;
};

type Values = ReturnType<typeof defaultValues>;

export function samlMetadata({ certificate }: KeyPair): string {
	return samlify
		.IdentityProvider({
			entityID: samlEntityId,
			signingCert: certificate,
			singleSignOnService: [{ Binding: samlify.Constants.namespace.binding.redirect, Location: samlSignInUrl }],
		})
		.getMetadata();
}

/** Creates the SAMLResponse to a request, based on the service provider's metadata. */
export async function createSamlResponse(
	pair: KeyPair,
	serviceProvider: string,
	requestId: string,
	{ email, change, rewrite = (xml) => xml, algorithm }: ResponseOptions,
): Promise<string> {
	const sp = samlify.ServiceProvider({ metadata: serviceProvider });
	const idp = samlify.IdentityProvider({
		metadata: samlMetadata(pair),
		privateKey: pair.key,
		...(algorithm === undefined ? {} : { requestSignatureAlgorithm: algorithm }),
	});
	const acs = sp.entityMeta.getAssertionConsumerService("post");
	const values = {
		...defaultValues(requestId, email, typeof acs === "string" ? acs : (acs[0] ?? ""), sp.entityMeta.getEntityID()),
		...change,
	};
	const { context } = await idp.createLoginResponse(sp, { extract: {} }, "post", { email }, () => ({
		id: values.ResponseId,
		context: rewrite(responseXml(values)),
	}));
	return context;
}

/** Parses the SAML request from the URL that the product redirects to. */
export function parseSamlRequest(url: string): { id: string; relayState: string; xml: string } {
	const { searchParams } = new URL(url);
	const xml = inflateRawSync(Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64")).toString();
	return { id: / ID="([^"]+)"/.exec(xml)?.[1] ?? "", relayState: searchParams.get("RelayState") ?? "", xml };
}

function defaultValues(requestId: string, email: string, acs: string, audience: string) {
	const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
	return {
		ResponseId: `_${randomUUID()}`,
		AssertionId: `_${randomUUID()}`,
		RequestId: requestId,
		ConfirmedRequestId: requestId,
		Acs: acs,
		Audience: audience,
		Issuer: samlEntityId,
		NameId: `person-${email}`,
		Email: email,
		Now: at(0),
		NotBefore: at(-1),
		NotOnOrAfter: at(5),
		ConfirmedUntil: at(5),
	};
}

function responseXml(values: Values): string {
	const { ResponseId, AssertionId, Issuer, Now, Acs } = values;
	return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${ResponseId}" Version="2.0" IssueInstant="${Now}" Destination="${Acs}" InResponseTo="${values.RequestId}"><saml:Issuer>${Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${AssertionId}" Version="2.0" IssueInstant="${Now}"><saml:Issuer>${Issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${values.NameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${values.ConfirmedUntil}" Recipient="${Acs}" InResponseTo="${values.ConfirmedRequestId}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${values.NotBefore}" NotOnOrAfter="${values.NotOnOrAfter}"><saml:AudienceRestriction><saml:Audience>${values.Audience.replaceAll("&", "&amp;")}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${Now}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${values.Email}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="displayName"><saml:AttributeValue>Grace of the Company</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>`;
}
