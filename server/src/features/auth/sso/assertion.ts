// Checks on a SAML response before the library reads it (docs/decisions/012-sso-checks.md).
// Invariant: these checks can only reject. The library verifies the signature; here are the rules it doesn't enforce.
import { DOMParser, type Element } from "@xmldom/xmldom";

const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

const strongAlgorithms: Record<"SignatureMethod" | "DigestMethod", ReadonlySet<string>> = {
	SignatureMethod: new Set(
		["rsa-sha256", "rsa-sha384", "rsa-sha512", "ecdsa-sha256", "ecdsa-sha384", "ecdsa-sha512"].map(
			(name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`,
		),
	),
	DigestMethod: new Set([
		"http://www.w3.org/2001/04/xmlenc#sha256",
		"http://www.w3.org/2001/04/xmldsig-more#sha384",
		"http://www.w3.org/2001/04/xmlenc#sha512",
	]),
};

/** Tolerated clock difference between servers. */
export const clockSkewMs = 120_000;
const maxBytes = 262_144;

/** Returns what is wrong with a base64-encoded SAML response, or the id of the request it responds to. */
export function checkSamlResponse(encoded: string, now = Date.now()): { error: string } | { requestId: string } {
	const { response, error } = parseResponse(encoded);
	const requestId = response?.getAttribute("InResponseTo");
	if (!response || error !== undefined) return { error: error ?? "Not a SAML response." };
	if (!requestId)
		return { error: "The response does not match a sign-in request from this server. Start on the sign-in page." };
	const problem = algorithmError(response) ?? confirmationError(response, requestId, now);
	return problem === undefined ? { requestId } : { error: problem };
}

function parseResponse(encoded: string): { response?: Element; error?: string } {
	if (encoded.length > maxBytes) return { error: "The response is too large." };
	const xml = Buffer.from(encoded, "base64").toString("utf8");
	// Valid responses never need these, and entity expansion attacks always do.
	if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
		return { error: "The response contains a DOCTYPE or entity definition, which is not allowed." };
	const response = parse(xml);
	if (response?.localName !== "Response" || response.namespaceURI !== protocolNamespace) return {};
	if (elements(response, assertionNamespace, "EncryptedAssertion").length > 0)
		return { error: "The assertion is encrypted. Turn off encryption for this application in your identity provider." };
	return { response };
}

function algorithmError(response: Element): string | undefined {
	for (const kind of ["SignatureMethod", "DigestMethod"] as const) {
		const weak = elements(response, signatureNamespace, kind).some(
			(method) => !strongAlgorithms[kind].has(method.getAttribute("Algorithm") ?? ""),
		);
		if (weak) return "The response is signed with an outdated algorithm. Use SHA-256 or stronger.";
	}
	return undefined;
}

/**
 * The assertion may be signed while the response isn't, so the request id and expiry are checked in the assertion
 * itself.
 */
function confirmationError(response: Element, requestId: string, now: number): string | undefined {
	const confirmations = elements(response, assertionNamespace, "SubjectConfirmation").filter(
		(confirmation) => confirmation.getAttribute("Method") === bearer,
	);
	const data = confirmations.flatMap((confirmation) =>
		elements(confirmation, assertionNamespace, "SubjectConfirmationData"),
	);
	if (data.length === 0) return "The assertion has no bearer confirmation.";
	for (const confirmation of data) {
		if (confirmation.getAttribute("InResponseTo") !== requestId)
			return "The assertion was issued for a different request.";
		const until = Date.parse(confirmation.getAttribute("NotOnOrAfter") ?? "");
		if (Number.isNaN(until)) return "The assertion has no expiry time.";
		if (now >= until + clockSkewMs) return "The assertion has expired.";
	}
	return undefined;
}

function parse(xml: string): Element | undefined {
	try {
		// Loosely typed, because samlify's older version of the module is declared without this option.
		const strict: object = {
			onError: (_level: string, message: string) => {
				throw new Error(message);
			},
		};
		return new DOMParser(strict).parseFromString(xml, "text/xml").documentElement ?? undefined;
	} catch {
		return undefined;
	}
}

function elements(inside: Element, namespace: string, name: string): Element[] {
	return Array.from(inside.getElementsByTagNameNS(namespace, name));
}
