"""The seeds' facts on residual connections and on where the norm stands, computed by the topic's own solvers."""

import pytest
import torch
from flint import fmpq

from qbank.author.claims import measure, measure_broken
from qbank.author.solve import solve
from qbank.exact import ball


def keys(packs, lab, name, **given):
    """The confirmed keys of one template for one set of parameters and conventions, by part."""
    (answer,) = solve(packs.template(f"residual.{name}"), given, lab).answers
    return {part.name: part.key for part in answer.parts}


def exactly(tensor):
    """A vector as the solvers take it, to nine decimals."""
    return tuple(fmpq(round(value * 10**9), 10**9) for value in tensor.tolist())


def close(values, tensor):
    """Whether exact values are the measured ones."""
    found = torch.tensor([float(ball(value, 64).mid()) for value in values], dtype=tensor.dtype)
    return torch.allclose(found, tensor, atol=1e-5)


def test_the_decoder_layer_norms_three_sums(packs, lab):
    """s0-post-01: one layer more is three norms more, all of them on the path."""
    one, two = (keys(packs, lab, "norms_on_the_path", L=L, kind="decoder", wiring="post")[""] for L in (1, 2))
    assert (one, two) == ("3", "6")


def test_both_wirings_are_pytorch_s(packs, lab):
    """s3-15: which formula the layer computes without `norm_first` and with it."""
    assert keys(packs, lab, "formula_of", layer="post")[""] == "sum_then_norm"
    assert keys(packs, lab, "formula_of", layer="pre")[""] == "norm_then_branch"


def test_pre_ln_ends_with_one_norm_more(packs, lab):
    """s3-16 and preln-no-final-norm: 2 · 768 learned numbers for each stack, of which GPT-2 has one."""
    wide = {"N": 12, "M": 12, "d": 768}
    post, pre = (keys(packs, lab, "norm_counts", wiring=wiring, **wide) for wiring in ("post", "pre"))
    assert (int(pre["parameters"]) - int(post["parameters"])) == 2 * 1536
    assert int(pre["norms"]) - int(post["norms"]) == 2


def test_the_unrolled_stream(packs, lab):
    """s3-17: the input and all that three sub-layers have added."""
    found = keys(packs, lab, "unrolled_stream", x=[1, 2], branches=[[-1, 1], [2, 2], [1, -1]], k=3)
    assert found[""] == "[3,4]"


def test_the_jacobian_is_the_identity_and_more(packs, lab):
    """s3-18: I + A + B + BA; less the identity it is the Jacobian of what the sub-layers add."""
    found = keys(packs, lab, "jacobian", A=[[1, 1], [0, 2]], B=[[2, 1], [0, 1]])
    assert found[""] == "[[6,6],[0,6]]"


CLAIMS = [
    ("s0-res-01", "residuals_keep_every_gradient_alive", False),
    ("the outputs differ", "both_wirings_give_the_same", False),
    ("preln-no-final-norm", "pre_ln_stream_needs_no_last_norm_to_be_normed", False),
    ("s3-15, the default", "pytorch_norms_after_the_sum", True),
]


@pytest.mark.parametrize(("name", "holds"), [case[1:] for case in CLAIMS], ids=[case[0] for case in CLAIMS])
def test_a_claim_is_measured(packs, lab, name, holds):
    claim = packs.topic("residual").claims[name]
    assert (claim.holds, measure(claim), measure_broken(claim)) == (holds, holds, not holds)


def silenced(layer):
    """The layer with everything zeroed but its norms, so that its sub-layers give 0."""
    named = ((name.lower(), part) for name, part in layer.named_modules())
    norms = {id(p) for name, part in named if "norm" in name or "ln" in name for p in part.parameters()}
    with torch.no_grad():
        for parameter in layer.parameters():
            if id(parameter) not in norms:
                parameter.zero_()
    return layer.eval()


def bert_layer():
    """A layer of BERT as the transformers package builds it."""
    transformers = pytest.importorskip("transformers")
    from transformers.models.bert.modeling_bert import BertLayer

    return BertLayer(transformers.BertConfig(hidden_size=4, num_attention_heads=1, intermediate_size=8))


def gpt2_layer():
    """A layer of GPT-2 as the transformers package builds it."""
    transformers = pytest.importorskip("transformers")
    from transformers.models.gpt2.modeling_gpt2 import GPT2Block

    return GPT2Block(transformers.GPT2Config(n_embd=4, n_head=1, attn_implementation="eager"), layer_idx=0)


def llama_layer():
    """A layer of LLaMA as the transformers package builds it."""
    transformers = pytest.importorskip("transformers")
    from transformers.models.llama.modeling_llama import LlamaDecoderLayer

    config = transformers.LlamaConfig(
        hidden_size=4, num_attention_heads=1, num_key_value_heads=1, intermediate_size=8
    )
    return LlamaDecoderLayer(config, layer_idx=0)


@pytest.mark.parametrize(
    ("make", "wiring"),
    [(bert_layer, "post"), (gpt2_layer, "pre")],
    ids=["BERT, fam-bert-preln", "GPT-2"],
)
def test_the_wiring_of_a_known_model(packs, make, wiring):
    """A layer whose sub-layers are silent does what the solver says of its wiring."""
    x = torch.tensor([0.3, -1.2, 2.5, 0.9], dtype=torch.float32)
    layer = silenced(make()).float()
    with torch.no_grad():
        output = layer(x.view(1, 1, 4))
    output = output[0] if isinstance(output, tuple) else output
    answers = packs.template("residual.silent_block").solver.solve({"x": exactly(x)})
    assert close(answers[wiring], output.flatten())


def test_llama_reads_through_rms_norm(packs):
    """Both norms of LLaMA's layer are RMSNorms, as the topic on norms computes them."""
    layer = llama_layer().float()
    x = torch.tensor([0.3, -1.2, 2.5, 0.9], dtype=torch.float32)
    (expected,) = packs.template("normalization.rms_norm").solver.solve({"x": exactly(x)}).values()
    for norm in (layer.input_layernorm, layer.post_attention_layernorm):
        with torch.no_grad():
            assert close(expected, norm(x))
