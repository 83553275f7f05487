import { makePair } from "@timbre/server/testing/certificate.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

test("WORKSPACE-039 WORKSPACE-020 who is sent back by an identity provider is told why; a free workspace is told what it needs", async ({
	page,
}) => {
	await page.goto("/app/sign-in?error=sso_no_seats&error_description=Call+this+number+at+once");
	await expect(page.getByText("Single sign-on did not work").first()).toBeVisible();
	await expect(page.getByText("All seats of the workspace are taken.").first()).toBeVisible();
	await expect(page.getByText("Call this number"), "words of the address are not ours").toHaveCount(0);
	await page.getByLabel("E-mail", { exact: true }).fill("ada@nowhere.example");
	await page.getByRole("button", { name: "Single sign-on" }).click();
	await expect(page.getByText("Single sign-on is not set up for this address")).toBeVisible();

	await signUp(page);
	await page.goto("/app/workspace/security");
	await expect(page.getByText("come with the Enterprise and Trial plans")).toBeVisible();
	await expect(page.getByRole("button", { name: "Add a domain" })).toHaveCount(0);
	await expectAccessible(page, "/app/workspace/security of a free workspace");
});

test("WORKSPACE-031 WORKSPACE-024 WORKSPACE-039 an admin adds a domain and an identity provider, by keyboard, and is told what is wrong with them", async ({
	page,
}) => {
	// The team of the seed, at the door that sends no mails and so asks for no code.
	const login = { email: "mira@lighthouse.example.com", password: "timbre-team" };
	const answer = await page.request.post("/api/auth/sign-in/email", { data: login });
	expect(answer.ok(), await answer.text()).toBe(true);
	await page.goto("/app/workspace/security");
	await expect(page.getByRole("heading", { name: /lighthouse\.example\.com Verified/ })).toBeVisible();

	await page.getByRole("button", { name: "Add a domain" }).press("Enter");
	const adding = page.getByRole("dialog", { name: "Add a domain" });
	await adding.getByLabel("Domain").fill("not a domain");
	await page.keyboard.press("Enter");
	await expect(adding.getByText("Enter a domain, such as example.com.")).toBeVisible();
	await adding.getByLabel("Domain").fill("Studio.example");
	await page.keyboard.press("Enter");
	await expect(page.getByText("_timbre-verification.studio.example")).toBeVisible();
	await page.getByRole("button", { name: /^Check now whether studio\.example/ }).click();
	await expect(page.getByText(/The record is not there yet|did not answer/)).toBeVisible();
	await expectAccessible(page, "/app/workspace/security with a domain that waits for its record");

	await page.getByRole("button", { name: "Add an identity provider" }).press("Enter");
	const dialog = page.getByRole("dialog", { name: "Add an identity provider" });
	await dialog.getByLabel("Name").fill("Lighthouse login");
	await dialog.getByLabel("Issuer").fill("https://127.0.0.1:9");
	await dialog.getByLabel("Client ID").fill("timbre");
	await dialog.getByLabel("Client secret").fill("secret");
	await expectAccessible(page, "/app/workspace/security with the dialog for identity providers");
	await page.keyboard.press("Enter");
	await expect(page.getByText("The identity provider was not saved").first()).toBeVisible();
	await expect(dialog.getByText(/is not a public address/)).toBeVisible();
	await dialog.getByRole("combobox", { name: "Kind" }).click();
	await page.getByRole("option", { name: "SAML, by metadata" }).click();
	await dialog.getByLabel("Metadata XML").fill(metadata);
	await dialog.getByRole("button", { name: "Save" }).click();
	const side = page.getByRole("dialog", { name: "Now the other side" });
	await expect(side.getByText(/\/api\/auth\/sso\/saml2\/sp\/acs\//)).toBeVisible();
	await side.getByRole("button", { name: "Done" }).click();
	await expect(page.getByRole("heading", { name: "Lighthouse login SAML" })).toBeVisible();
	await expect(page.getByRole("switch", { name: "Only through single sign-on" })).toBeDisabled();

	await page.getByRole("button", { name: "Delete Lighthouse login" }).click();
	const asked = page.getByRole("alertdialog");
	await expect(asked.getByRole("button", { name: "Delete" })).toBeEnabled();
	await asked.getByRole("button", { name: "Delete" }).click();
	await expect(page.getByText("Identity provider deleted").first()).toBeVisible();
	await page.getByRole("button", { name: "Remove studio.example" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
	await expect(page.getByText("Domain removed").first()).toBeVisible();
});

const certificate = makePair("idp.example").certificate.replaceAll(/-----.*-----|\s/g, "");
const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/one"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sign-in"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
